package dev.paylink.bench.webhooks;

import dev.paylink.bench.report.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Half of the sustained load, with one more endpoint that always fails: how long webhooks take when
 * there is room, and how late the attempts after a failure are.
 */
final class WaitsPart {
  private static final int PER_SECOND = 500;
  private static final int FAILING_PER_SECOND = 10;

  private final SettleLoad load;
  private final Shops shops;

  WaitsPart(SettleLoad load, Shops shops) {
    this.load = load;
    this.shops = shops;
  }

  void measure(Figures figures, int seconds) throws InterruptedException {
    List<Flow> flows = new ArrayList<>(Flow.shared(shops.endpoints(), PER_SECOND));
    flows.add(new Flow(shops.failing(), FAILING_PER_SECOND));
    List<Outcome> outcomes = load.atRate(flows, seconds);
    List<Outcome> healthy =
        outcomes.stream().filter(outcome -> outcome.endpoint() != shops.failing()).toList();
    Receipts receipts = Receipts.of(healthy);
    figures.add("half: p50 ms", receipts.tookMillis(50));
    figures.add("half: p99 ms", receipts.tookMillis(99));
    figures.add("  half: largest ms", receipts.tookMillis(100));
    figures.add("  half: sent late, p99", receipts.sentLateMillis(99));
    addWaits(figures, outcomes.size() - healthy.size());
  }

  private void addWaits(Figures figures, int events) throws InterruptedException {
    AttemptLog attempts = shops.failing().attempts();
    Receipts.await("last attempts", () -> attempts.isComplete(events));
    long[] late = attempts.lateness();
    Arrays.sort(late);
    figures.add("  waits late, smallest ms", Receipts.percentileMillis(late, 0));
    figures.add("  waits late, p50 ms", Receipts.percentileMillis(late, 50));
    figures.add("waits late, p99 ms", Receipts.percentileMillis(late, 99));
    figures.add("  waits late, largest ms", Receipts.percentileMillis(late, 100));
  }
}
