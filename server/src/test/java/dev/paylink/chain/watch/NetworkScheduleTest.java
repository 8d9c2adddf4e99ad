package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Rounds;
import dev.paylink.testing.Seeded;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens in whatever order on two chains and two contracts of each: a payment whose
 * amount lies at its address in time, in whichever tokens on both chains together, is a success and
 * never a failure, and what came is counted once.
 */
final class NetworkScheduleTest {
  /** A world is left after so many schedules, so that it does not grow slow. */
  private static final int SCHEDULES_PER_WORLD = 300;

  private final Map<String, Integer> seen = new TreeMap<>();
  private final Random seeds = Seeded.random(NetworkScheduleTest.class);
  private final int schedules = Rounds.of(25, 10_000);

  @Test
  void payment_that_a_chain_holds_in_time_is_never_failed() throws Exception {
    Long one = Long.getLong("paylink.schedule");
    if (one != null) {
      try (ChainWorld world = new ChainWorld()) {
        new NetworkSchedule(world, new Random(one)).run();
      }
      return;
    }
    long start = System.nanoTime();
    for (int i = 0; i < schedules; ) {
      try (ChainWorld world = new ChainWorld()) {
        for (int j = 0; j < SCHEDULES_PER_WORLD && i < schedules; j++, i++) {
          run(world, i, seeds.nextLong());
        }
      }
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    System.out.printf(
        "NetworkScheduleTest: %d schedules in %d s; %s%n", schedules, took.toSeconds(), seen);
    // Else it tells little.
    assertThat(seen)
        .containsKeys(
            "moves",
            "hidden",
            "timed out",
            "suspended",
            "transfers",
            "paid",
            "paid in time",
            "in parts in time",
            "expired");
  }

  private void run(ChainWorld world, int number, long seed) {
    NetworkSchedule schedule = new NetworkSchedule(world, new Random(seed));
    try {
      schedule.run();
    } catch (Exception | AssertionError e) {
      throw new AssertionError("schedule " + number + ": -Dpaylink.schedule=" + seed, e);
    }
    schedule.seen.forEach((what, times) -> seen.merge(what, times, Integer::sum));
  }
}
