package dev.paylink.app;

import dev.paylink.platform.db.CommitProbe;
import dev.paylink.platform.queue.FailureStreak;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether this node can store a payment now. While there are creates, they decide: one that
 * was just stored proves that it can, and only failed ones for some seconds prove that it cannot.
 * Otherwise a probe writes and commits.
 */
final class Readiness {
  private static final Duration TOO_LONG = Duration.ofSeconds(3);
  private static final Duration RECENT = Duration.ofSeconds(1);

  private final CommitProbe probe;
  private final @Nullable FailureStreak creates;

  /**
   * @param creates the recent creates of this node, successful or failed; null if this node makes
   *     none
   */
  Readiness(CommitProbe probe, @Nullable FailureStreak creates) {
    this.probe = probe;
    this.creates = creates;
  }

  /** Returns why this node cannot store a payment, or null if it can. */
  @Nullable String trouble() {
    if (creates != null) {
      if (creates.succeededWithin(RECENT)) {
        return null;
      }
      Duration failing = creates.length();
      if (failing.compareTo(TOO_LONG) >= 0) {
        return "no payment could be stored for "
            + failing.toSeconds()
            + " s; the last error: "
            + creates.reason();
      }
    }
    return probe.trouble();
  }
}
