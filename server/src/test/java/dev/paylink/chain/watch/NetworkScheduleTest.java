package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Rounds;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens in whatever order on two chains and two contracts of each: a payment whose
 * amount lies at its address in time, in whichever tokens on both chains together, is a success and
 * never a failure, and what came is counted once.
 */
final class NetworkScheduleTest {
  private static final int SCHEDULES_PER_WORLD = 300;

  private final Map<String, Integer> seen = new ConcurrentSkipListMap<>();
  private final int schedules = Rounds.of(25, 10_000);

  @Test
  void payment_that_a_chain_holds_in_time_is_never_failed() throws Exception {
    Duration took =
        new Schedules(NetworkScheduleTest.class, schedules, SCHEDULES_PER_WORLD, this::run).run();
    if (took == null) {
      return;
    }
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
            "too much",
            "in parts in time",
            "expired");
  }

  private void run(ChainWorld world, Random random) throws Exception {
    NetworkSchedule schedule = new NetworkSchedule(world, random);
    schedule.run();
    schedule.seen.forEach((what, times) -> seen.merge(what, times, Integer::sum));
  }
}
