package dev.paylink.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;

/**
 * Uses up a limit. It refills all the time, so that on a slow machine more calls get through than
 * it allows at once.
 */
public final class UsedUp {
  private static final int MOST_OVER = 1_000;

  private UsedUp() {}

  /**
   * Calls until it is refused with 429, which is not before so many calls; returns the refusal.
   *
   * @param status what is answered within the limit
   */
  public static Reply by(int allowed, int status, Supplier<Reply> call) {
    for (int i = 0; i < allowed + MOST_OVER; i++) {
      Reply reply = call.get();
      if (i >= allowed && reply.status() == 429) {
        return reply;
      }
      assertThat(reply.status()).as("call %d: %s", i, reply.body()).isEqualTo(status);
    }
    throw new AssertionError("no limit within " + (allowed + MOST_OVER) + " calls");
  }
}
