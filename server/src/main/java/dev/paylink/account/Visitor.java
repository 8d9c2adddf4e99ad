package dev.paylink.account;

import dev.paylink.platform.crypto.Secret;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who signs in, registers or joins: an address, a browser, the token of the browser's
 * present session, which ends when the next one begins, and the cookie of a known device.
 */
public record Visitor(
    String source,
    @Nullable String userAgent,
    @Nullable Secret presentedToken,
    @Nullable Secret device) {
  private static final int MAX_USER_AGENT = 255;

  public Visitor {
    userAgent = userAgent == null ? null : shown(userAgent);
  }

  /** Makes a visitor without cookies. */
  public Visitor(String source, @Nullable String userAgent) {
    this(source, userAgent, null, null);
  }

  /** Makes a visitor without a browser, such as the service itself. */
  public static Visitor at(String source) {
    return new Visitor(source, null);
  }

  /** Cuts it, and replaces what is not printable ASCII: pages, logs and letters show it. */
  private static String shown(String userAgent) {
    String cut =
        userAgent.length() <= MAX_USER_AGENT ? userAgent : userAgent.substring(0, MAX_USER_AGENT);
    return cut.replaceAll("[^ -~]", "?");
  }
}
