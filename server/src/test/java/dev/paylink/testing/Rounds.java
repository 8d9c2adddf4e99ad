package dev.paylink.testing;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How often a campaign repeats: a few times in {@code ./paylink test}, many in {@code ./paylink
 * soak}. It is the same code both times. {@code -Dpaylink.soak.rounds} gives another number.
 */
public final class Rounds {
  private Rounds() {}

  public static int of(int inTests, int inSoak) {
    return Integer.getInteger(
        "paylink.soak.rounds", Boolean.getBoolean("paylink.soak") ? inSoak : inTests);
  }

  /** How long something lasts, which no number of rounds changes. */
  public static int seconds(int inTests, int inSoak) {
    return Boolean.getBoolean("paylink.soak") ? inSoak : inTests;
  }

  /** What one of several takes of them all: in a soak everything, in a test run by turns. */
  public static <T> List<T> share(List<T> all, int turn, int turns) {
    int step = of(turns, 1);
    return IntStream.range(0, all.size())
        .filter(i -> i % step == turn % step)
        .mapToObj(all::get)
        .toList();
  }
}
