package dev.paylink.bench.webhooks;

import dev.paylink.bench.report.Figures;
import dev.paylink.bench.stage.Stage;
import dev.paylink.ids.MerchantId;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What a webhook of the one scope that hangs does to the other scope of the same merchants:
 * outcomes of payments without payouts, then while each merchant has payouts, whose webhook answers
 * at first and then never does.
 */
final class ScopesPart {
  private static final int OUTCOMES_PER_SECOND = 400;
  private static final int PAYOUTS_PER_SECOND = 200;

  /** Longer than an attempt may take: by then as many hang at once as ever will. */
  private static final int PILE_UP_SECONDS = 12;

  private final Stage stage;
  private final SettleLoad load;
  private final Shops shops;

  ScopesPart(Stage stage, SettleLoad load, Shops shops) {
    this.stage = stage;
    this.load = load;
    this.shops = shops;
  }

  void measure(Figures figures, int seconds) throws InterruptedException, ExecutionException {
    List<Flow> flows = Flow.shared(shops.endpoints(), OUTCOMES_PER_SECOND);
    add(figures, "one scope", Receipts.of(load.atRate(flows, seconds)));
    withPayouts(figures, "both scopes", flows, 0, seconds);
    shops.receiver().letPayoutsHang(true);
    try {
      withPayouts(figures, "other scope hangs", flows, PILE_UP_SECONDS, seconds);
    } finally {
      shops.receiver().letPayoutsHang(false); // what comes again later is answered
    }
    figures.add("  payout webhooks that hung", (double) shops.receiver().hung());
    TimeUnit.SECONDS.sleep(PILE_UP_SECONDS); // until no attempt hangs any more
  }

  private void withPayouts(
      Figures figures, String name, List<Flow> flows, int pileUpSeconds, int seconds)
      throws InterruptedException, ExecutionException {
    int together = pileUpSeconds + seconds;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> payouts = threads.submit(() -> payOut(together));
      List<Outcome> during = load.atRate(flows, together);
      figures.add("  " + name + ": payouts reported", payouts.get());
      long from = during.getFirst().dueNanos() + TimeUnit.SECONDS.toNanos(pileUpSeconds);
      add(
          figures,
          name,
          Receipts.of(during.stream().filter(outcome -> outcome.dueNanos() - from >= 0).toList()));
    }
  }

  /** Reports payouts at an even rate, the merchants in turns; returns how many. */
  private int payOut(int seconds) throws IOException {
    List<MerchantId> merchants = shops.merchants();
    long start = System.nanoTime();
    long gapNanos = TimeUnit.SECONDS.toNanos(1) / PAYOUTS_PER_SECOND;
    try (SettleConnection connection = new SettleConnection(stage)) {
      int count = seconds * PAYOUTS_PER_SECOND;
      for (int i = 0; i < count; i++) {
        long due = start + i * gapNanos;
        while (due - System.nanoTime() > 0) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
        connection.payOut(merchants.get(i % merchants.size()), "bench-" + start + '-' + i);
      }
      return count;
    }
  }

  private static void add(Figures figures, String name, Receipts receipts) {
    figures.add("  " + name + ": p50 ms", receipts.tookMillis(50));
    figures.add(name + ": p99 ms", receipts.tookMillis(99));
    figures.add("  " + name + ": largest ms", receipts.tookMillis(100));
  }
}
