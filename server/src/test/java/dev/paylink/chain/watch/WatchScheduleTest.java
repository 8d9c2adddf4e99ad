package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Rounds;
import dev.paylink.testing.Seeded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens in whatever order, payments and refunds end as the chain has them: confirmed
 * once when a final block holds them, and expired once otherwise; before that only where the
 * merchant wants it, and then taken back once if no final block holds them. Plain transfers are
 * counted as final blocks hold them, whole, in parts, late or beside a wallet's payment, and
 * whoever sweeps them. Merchants accept and forgive what is missing, and give back whatever came.
 * Refunds are in sum never more than what came, and the books agree with the chain. Nodes fewer
 * than the quorum lie and fork to the end, and no chain is halted by them.
 */
final class WatchScheduleTest {
  /** Each has a database of its own: much of a schedule is waiting for commits. */
  private static final int WORLDS = 2;

  /** A world is left after so many schedules, so that it does not grow slow. */
  private static final int SCHEDULES_PER_WORLD = 100;

  /** In so many, even what is rare has happened. */
  private static final int ENOUGH_FOR_ALL = 2_000;

  private final ScheduleTally all = new ScheduleTally();
  private final AtomicInteger begun = new AtomicInteger();
  private final Random seeds = Seeded.random(WatchScheduleTest.class);
  private final int schedules = Rounds.of(60, 10_000);

  @Test
  void payments_and_refunds_end_as_the_chain_has_them() throws Exception {
    Long one = Long.getLong("paylink.schedule");
    if (one != null) {
      try (ChainWorld world = new ChainWorld()) {
        new WatchSchedule(world, new Random(one), all).run();
      }
      return;
    }
    long start = System.nanoTime();
    List<Callable<Boolean>> sideBySide = new ArrayList<>();
    for (int i = 0; i < WORLDS; i++) {
      sideBySide.add(this::runWorlds);
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(WORLDS)) {
      for (Future<Boolean> world : threads.invokeAll(sideBySide)) {
        world.get();
      }
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    System.out.printf(
        "WatchScheduleTest: %d schedules in %d s; %s%n", schedules, took.toSeconds(), all);
    // Else it tells little.
    assertThat(all.times(ScheduleTally.Seen.PAID))
        .isBetween(schedules / 2L, schedules * (WatchSchedule.PAYMENTS - 1L));
    if (schedules >= ENOUGH_FOR_ALL) {
      assertThat(all.never()).isEmpty();
    }
  }

  private boolean runWorlds() throws Exception {
    boolean more = true;
    while (more) {
      try (ChainWorld world = new ChainWorld()) {
        for (int i = 0; i < SCHEDULES_PER_WORLD && more; i++) {
          more = runNext(world);
        }
      }
    }
    return true;
  }

  private boolean runNext(ChainWorld world) {
    int number;
    long seed;
    synchronized (this) {
      number = begun.getAndIncrement();
      seed = seeds.nextLong();
    }
    if (number >= schedules) {
      return false;
    }
    try {
      new WatchSchedule(world, new Random(seed), all).run();
    } catch (Exception | AssertionError e) {
      begun.set(schedules); // the others end as well
      throw new AssertionError("schedule " + number + ": -Dpaylink.schedule=" + seed, e);
    }
    if ((number + 1) % 1_000 == 0) {
      System.out.printf("WatchScheduleTest: %d schedules so far%n", number + 1);
    }
    return true;
  }
}
