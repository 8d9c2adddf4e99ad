package dev.paylink.relay;

import dev.paylink.testing.Rounds;
import dev.paylink.testing.Seeded;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Relays and the service die, nodes lag, drop and lose, fees jump, blocks are taken back: each
 * payment is paid once, no nonce is missing, and no more is spent than the budget.
 */
final class RelayCrashTest {
  private static final int LEAST_KILLS = 2;
  private static final int FEW = 10;
  private static final int MANY = 100;
  private static final int TIMED = 20;

  private final Random random = Seeded.random(RelayCrashTest.class);

  @TempDir Path folder;

  @Test
  void whatever_dies_each_payment_is_paid_once_without_a_gap_and_within_the_budget() {
    int payments = Rounds.of(8, 2_000);
    int relays = payments < MANY ? 1 : 2;
    try (RelayCampaign campaign = new RelayCampaign(folder, random, payments, relays)) {
      String times = payments < MANY ? "" : "\n" + campaign.compare(TIMED);
      campaign.start();
      int kills = 0;
      while (kills < LEAST_KILLS || campaign.payers.unpaid() > Math.max(FEW, payments / 10)) {
        LockSupport.parkNanos(random.nextLong(1_000_000_000));
        campaign.kill(kills++);
        campaign.isWithinBudget();
        if (kills >= LEAST_KILLS) {
          campaign.awaitPaid(payments / 100);
        }
      }
      campaign.endsWell();
      System.out.println("soak relay: " + campaign.summary(kills) + times);
    }
  }
}
