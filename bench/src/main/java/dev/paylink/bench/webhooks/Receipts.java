package dev.paylink.bench.webhooks;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;

/** Outcomes whose webhooks have all arrived: how many a second, and how long each took. */
final class Receipts {
  private static final int PATIENCE_SECONDS = 120;
  private static final int LOOK_AGAIN_MILLIS = 5;

  private final List<Outcome> outcomes;

  private Receipts(List<Outcome> outcomes) {
    this.outcomes = outcomes;
  }

  /** Waits until every webhook is there; one that never comes ends the bench. */
  static Receipts of(List<Outcome> outcomes) throws InterruptedException {
    await("webhooks", () -> outcomes.stream().allMatch(Outcome::isReceived));
    return new Receipts(outcomes);
  }

  /** Waits for something that must come, but not for ever. */
  static void await(String what, BooleanSupplier isThere) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!isThere.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException(
            "some of the " + what + " did not come within " + PATIENCE_SECONDS + " s");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
    }
  }

  int count() {
    return outcomes.size();
  }

  /** From when the first was due until the last webhook had come: a backlog shows. */
  double perSecond() {
    long first = outcomes.getFirst().dueNanos();
    long nanos = 0;
    for (Outcome outcome : outcomes) {
      nanos = Math.max(nanos, outcome.receivedNanos() - first);
    }
    return count() * 1e9 / nanos;
  }

  double tookMillis(double percent) {
    return percentileMillis(sorted(Outcome::tookNanos), percent);
  }

  double sentLateMillis(double percent) {
    return percentileMillis(sorted(Outcome::sentLateNanos), percent);
  }

  /** The nearest rank: a value that was measured, never one in between. */
  static double percentileMillis(long[] sortedNanos, double percent) {
    int rank = (int) Math.ceil(percent / 100 * sortedNanos.length);
    return sortedNanos[Math.max(0, rank - 1)] / 1e6;
  }

  private long[] sorted(ToLongFunction<Outcome> nanos) {
    long[] values = outcomes.stream().mapToLong(nanos).toArray();
    Arrays.sort(values);
    return values;
  }
}
