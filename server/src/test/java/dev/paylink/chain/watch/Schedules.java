package dev.paylink.chain.watch;

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
import org.jspecify.annotations.Nullable;

/**
 * Runs random schedules of one test in several worlds side by side, and names the one that failed.
 */
final class Schedules {
  /** Each has a database of its own: much of a schedule is waiting for commits and for nodes. */
  private static final int WORLDS = 2;

  private final AtomicInteger begun = new AtomicInteger();
  private final String test;
  private final Random seeds;
  private final int count;
  private final int perWorld;
  private final Schedule schedule;

  /** One random history of payments in a world. */
  interface Schedule {
    void run(ChainWorld world, Random random) throws Exception;
  }

  /**
   * Prepares schedules.
   *
   * @param perWorld a world is left after so many, so that it does not grow slow
   */
  Schedules(Class<?> test, int count, int perWorld, Schedule schedule) {
    this.test = test.getSimpleName();
    this.seeds = Seeded.random(test);
    this.count = count;
    this.perWorld = perWorld;
    this.schedule = schedule;
  }

  /** Returns how long all of them took; null if only the one that was asked for has run. */
  @Nullable Duration run() throws Exception {
    Long one = Long.getLong("paylink.schedule");
    if (one != null) {
      try (ChainWorld world = new ChainWorld()) {
        schedule.run(world, new Random(one));
      }
      return null;
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
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private boolean runWorlds() throws Exception {
    boolean more = true;
    while (more) {
      try (ChainWorld world = new ChainWorld()) {
        for (int i = 0; i < perWorld && more; i++) {
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
    if (number >= count) {
      return false;
    }
    try {
      schedule.run(world, new Random(seed));
    } catch (Exception | AssertionError e) {
      begun.set(count); // the others end as well
      throw new AssertionError("schedule " + number + ": -Dpaylink.schedule=" + seed, e);
    }
    if ((number + 1) % 1_000 == 0) {
      System.out.printf("%s: %d schedules so far%n", test, number + 1);
    }
    return true;
  }
}
