package dev.paylink.testing;

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
}
