package dev.paylink.platform;

import java.util.List;

/**
 * The dated versions of the API, defined only here. Every answer names the version that it follows,
 * and a request may ask for one. {@code docs/integrate/versioning.md} says what makes a new one.
 */
public final class ApiVersion {
  public static final String CURRENT = "2026-11-01";

  /** The versions that this build serves, oldest first. */
  public static final List<String> KNOWN = List.of(CURRENT);

  private ApiVersion() {}
}
