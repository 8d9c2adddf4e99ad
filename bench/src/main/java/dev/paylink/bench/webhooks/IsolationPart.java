package dev.paylink.bench.webhooks;

import dev.paylink.bench.report.Figures;
import dev.paylink.bench.webhooks.Endpoint.Behaviour;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What endpoints that hang do to the others: the first half of the endpoints while all are healthy,
 * and again while the second half never answers and one of them is flooded. It leaves the second
 * half hanging, so it comes last.
 */
final class IsolationPart {
  private static final int PER_ENDPOINT = 10;
  private static final int FLOODED = 200;

  /** Longer than an attempt may take: by then as many hang at once as ever will. */
  private static final int PILE_UP_SECONDS = 12;

  private final SettleLoad load;
  private final Shops shops;

  IsolationPart(SettleLoad load, Shops shops) {
    this.load = load;
    this.shops = shops;
  }

  void measure(Figures figures, int seconds) throws InterruptedException {
    List<Outcome> before = load.atRate(flows(PER_ENDPOINT), seconds);
    Receipts.of(before); // none may be outstanding when an endpoint begins to hang
    add(figures, "baseline", ofFirstHalf(before, 0));
    shops.secondHalf().forEach(endpoint -> endpoint.behave(Behaviour.HANGING));
    List<Outcome> during = load.atRate(flows(FLOODED), PILE_UP_SECONDS + seconds);
    add(figures, "healthy", ofFirstHalf(during, PILE_UP_SECONDS));
  }

  /** The same for each endpoint but the last. */
  private List<Flow> flows(int last) {
    List<Flow> flows = new ArrayList<>();
    shops.endpoints().forEach(endpoint -> flows.add(new Flow(endpoint, PER_ENDPOINT)));
    flows.set(flows.size() - 1, new Flow(shops.endpoints().getLast(), last));
    return flows;
  }

  private Receipts ofFirstHalf(List<Outcome> outcomes, int fromSecond) throws InterruptedException {
    long from = outcomes.getFirst().dueNanos() + TimeUnit.SECONDS.toNanos(fromSecond);
    return Receipts.of(
        outcomes.stream()
            .filter(outcome -> shops.firstHalf().contains(outcome.endpoint()))
            .filter(outcome -> outcome.dueNanos() - from >= 0)
            .toList());
  }

  private static void add(Figures figures, String name, Receipts receipts) {
    figures.add("  " + name + ": p50 ms", receipts.tookMillis(50));
    figures.add(name + ": p99 ms", receipts.tookMillis(99));
    figures.add("  " + name + ": largest ms", receipts.tookMillis(100));
    figures.add("  " + name + ": sent late, p99", receipts.sentLateMillis(99));
  }
}
