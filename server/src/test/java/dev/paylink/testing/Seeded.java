package dev.paylink.testing;

import java.util.Random;

/**
 * Random numbers for one test: the same ones in every run of the tests, others in every soak. The
 * seed is printed, so that a failure can be run again.
 */
public final class Seeded {
  private Seeded() {}

  /** Takes the seed from {@code -Dpaylink.seed} when it is given. */
  public static Random random(Class<?> test) {
    boolean soak = Boolean.getBoolean("paylink.soak");
    long usual = soak ? System.nanoTime() : test.getName().hashCode();
    long seed = Long.getLong("paylink.seed", usual);
    System.out.println(test.getSimpleName() + ": -Dpaylink.seed=" + seed);
    return new Random(seed);
  }
}
