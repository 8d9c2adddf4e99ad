package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Rounds;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens in whatever order, payments and refunds end as the chain has them: confirmed
 * once when a final block holds them, and expired once otherwise; before that only where the
 * merchant wants it, and then taken back once if no final block holds them. Plain transfers are
 * counted as final blocks hold them, whole, in parts, late or beside a wallet's payment, and
 * whoever sweeps them. Merchants accept and forgive what is missing, and give back whatever came.
 * Refunds are in sum never more than what came, and the books agree with the chain. A relay sends
 * what some payers sign: no nonce is left out, and, unless final blocks are replaced, each order
 * ends as its transaction did, and no day costs more than its budget, however often it dies. Nodes
 * fewer than the quorum lie and fork to the end, and no chain is halted by them.
 */
final class WatchScheduleTest {
  private static final int SCHEDULES_PER_WORLD = 100;

  /** In so many, even what is rare has happened. */
  private static final int ENOUGH_FOR_ALL = 2_000;

  private final ScheduleTally all = new ScheduleTally();
  private final int schedules = Rounds.of(60, 10_000);

  @Test
  void payments_and_refunds_end_as_the_chain_has_them() throws Exception {
    Duration took =
        new Schedules(
                WatchScheduleTest.class,
                schedules,
                SCHEDULES_PER_WORLD,
                (world, random) -> new WatchSchedule(world, random, all).run())
            .run();
    if (took == null) {
      return;
    }
    System.out.printf(
        "WatchScheduleTest: %d schedules in %d s; %s%n", schedules, took.toSeconds(), all);
    // Else it tells little.
    assertThat(all.times(ScheduleTally.Seen.PAID))
        .isBetween(schedules / 2L, schedules * (WatchSchedule.PAYMENTS - 1L));
    assertThat(all.times(ScheduleTally.Seen.PAID_BY_RELAY)).isPositive();
    if (schedules >= ENOUGH_FOR_ALL) {
      assertThat(all.never()).isEmpty();
    }
  }
}
