package dev.paylink.app;

import dev.paylink.platform.db.CommitProbe;
import dev.paylink.platform.queue.FailureStreak;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether this node can store a payment now. Creates tell it while there are any: one that
 * was just stored is proof enough, and none but failed ones for some seconds are proof of the
 * opposite. Otherwise a probe writes and commits.
 */
final class Readiness {
  private static final Duration TOO_LONG = Duration.ofSeconds(3);
  private static final Duration RECENT = Duration.ofSeconds(1);

  private final CommitProbe probe;
  private final @Nullable FailureStreak creates;

  /**
   * @param creates how the creates of this node fare; null where none are made
   */
  Readiness(CommitProbe probe, @Nullable FailureStreak creates) {
    this.probe = probe;
    this.creates = creates;
  }

  /** Returns why it cannot, or null when it can. */
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
