package dev.paylink.testing;

import java.util.Random;

/** Random numbers for one test; the seed is printed, so that a failure can be run again. */
public final class Seeded {
  private Seeded() {}

  /** Takes the seed from {@code -Dpaylink.seed} when it is given. */
  public static Random random(Class<?> test) {
    long seed = Long.getLong("paylink.seed", System.nanoTime());
    System.out.println(test.getSimpleName() + ": -Dpaylink.seed=" + seed);
    return new Random(seed);
  }
}
