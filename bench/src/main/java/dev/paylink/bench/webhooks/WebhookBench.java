package dev.paylink.bench.webhooks;

import dev.paylink.bench.report.Figures;
import dev.paylink.bench.report.Result;
import dev.paylink.bench.report.Summary;
import dev.paylink.bench.stage.Stage;
import java.util.List;

/**
 * From an outcome reported to its webhook received, on loopback: how many a second compared with
 * the service's HTTP client alone, how soon at steady rates, how punctual after failures, what a
 * webhook of payouts that hangs does to that of payments, and what endpoints that hang do to
 * others.
 */
public final class WebhookBench {
  private static final int WARM_UP_PER_SECOND = 500;
  private static final int SUSTAINED_PER_SECOND = 1000;

  private final Durations durations;
  private final int rounds;
  private final Figures figures = new Figures();

  /** All in seconds: each round of the two throughputs, the sustained load, each other part. */
  public record Durations(int warmUp, int round, int sustained, int part) {}

  public WebhookBench(int rounds, Durations durations) {
    this.rounds = rounds;
    this.durations = durations;
  }

  public Result run() throws Exception {
    try (Stage stage = new Stage();
        Shops shops = new Shops(stage)) {
      SettleLoad load = new SettleLoad(stage);
      System.out.println("Warming up …");
      List<Flow> moderate = Flow.shared(shops.endpoints(), WARM_UP_PER_SECOND);
      Receipts.of(load.atRate(moderate, Math.max(1, durations.warmUp)));
      throughput(stage, shops, load);
      System.out.println(SUSTAINED_PER_SECOND + " outcomes a second …");
      sustained(load, shops);
      System.out.println("Half of it, and an endpoint that fails …");
      new WaitsPart(load, shops).measure(figures, durations.part);
      System.out.println("A scope that hangs …");
      new ScopesPart(stage, load, shops).measure(figures, durations.part);
      System.out.println("Endpoints that hang …");
      new IsolationPart(load, shops).measure(figures, durations.part);
      figures.add("webhooks that came twice", (double) shops.repeats());
    }
    return new Result(figures, summary());
  }

  /** In turns, so that a slow minute hits both. */
  private void throughput(Stage stage, Shops shops, SettleLoad load) throws Exception {
    String body = shops.endpoints().getFirst().latestBody();
    try (BareClientProcess bare = new BareClientProcess(shops.receiver().bareUrl(), body)) {
      Deliveries deliveries = new Deliveries(stage, shops, load);
      bare.run(durations.warmUp / 4 + 1);
      deliveries.warmUp(durations.warmUp / 4 + 1);
      System.out.println("As fast as it goes …");
      for (int round = 0; round < rounds; round++) {
        BareClientProcess.Result posts = bare.run(durations.round);
        figures.add("bare posts/s", posts.perSecond());
        figures.add("CPU µs per bare post", posts.cpuMicros());
        deliveries.round(figures, "", durations.round);
      }
    }
  }

  private void sustained(SettleLoad load, Shops shops) throws InterruptedException {
    List<Flow> flows = Flow.shared(shops.endpoints(), SUSTAINED_PER_SECOND);
    Receipts receipts = Receipts.of(load.atRate(flows, durations.sustained));
    figures.add("sustained: deliveries/s", receipts.perSecond());
    figures.add("  sustained: p50 ms", receipts.tookMillis(50));
    figures.add("sustained: p99 ms", receipts.tookMillis(99));
    figures.add("  sustained: largest ms", receipts.tookMillis(100));
    figures.add("  sustained: sent late, p99", receipts.sentLateMillis(99));
  }

  private Summary summary() {
    double perSecond = figures.median("deliveries/s");
    double bare = figures.median("bare posts/s");
    double healthy = figures.median("healthy: p99 ms");
    double baseline = figures.median("baseline: p99 ms");
    double bothAnswer = figures.median("both scopes: p99 ms");
    double otherHangs = figures.median("other scope hangs: p99 ms");
    return new Summary()
        .with("ratio", 2, perSecond / bare)
        .with("deliveries_per_s", 0, perSecond)
        .with("cpu_us", 0, figures.median("CPU µs per delivery"))
        .with("bare_per_s", 0, bare)
        .with("bare_cpu_us", 0, figures.median("CPU µs per bare post"))
        .with("sustained_per_s", 0, figures.median("sustained: deliveries/s"))
        .with("sustained_p99_ms", 1, figures.median("sustained: p99 ms"))
        .with("half_p50_ms", 1, figures.median("half: p50 ms"))
        .with("half_p99_ms", 1, figures.median("half: p99 ms"))
        .with("waits_late_p99_ms", 1, figures.median("waits late, p99 ms"))
        .with("isolation_ratio", 2, healthy / baseline)
        .with("healthy_p99_ms", 1, healthy)
        .with("baseline_p99_ms", 1, baseline)
        .with("scope_ratio", 2, otherHangs / bothAnswer)
        .with("other_scope_hangs_p99_ms", 1, otherHangs)
        .with("both_scopes_p99_ms", 1, bothAnswer)
        .with("one_scope_p99_ms", 1, figures.median("one scope: p99 ms"));
  }
}
