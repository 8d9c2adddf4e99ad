package dev.paylink.account.freeze;

import java.time.Instant;
import java.util.List;

/** A freeze of an account: since when, by whom, and the owners who agreed to lift it. */
public record Freeze(Instant since, String by, List<String> agreed) {
  /** The number of owners who must agree; operators can lift it without them. */
  public static final int OWNERS_NEEDED = 2;
}
