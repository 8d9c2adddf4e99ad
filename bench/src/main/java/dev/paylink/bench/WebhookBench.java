package dev.paylink.bench;

import java.util.List;

/**
 * From an outcome reported to its webhook received, on loopback: how many a second beside the
 * service's HTTP client alone, how soon at steady rates, how punctual after failures, and what
 * endpoints that hang do to the others.
 */
final class WebhookBench {
  private static final int WARM_UP_PER_SECOND = 500;
  private static final int SUSTAINED_PER_SECOND = 1000;

  private final Durations durations;
  private final int rounds;
  private final Figures figures = new Figures();

  /** All in seconds: each round of the two throughputs, the sustained load, each other part. */
  record Durations(int warmUp, int round, int sustained, int part) {}

  WebhookBench(int rounds, Durations durations) {
    this.rounds = rounds;
    this.durations = durations;
  }

  void run() throws Exception {
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
      System.out.println("Endpoints that hang …");
      new IsolationPart(load, shops).measure(figures, durations.part);
      figures.add("webhooks that came twice", (double) shops.repeats());
    }
    figures.print();
    printLine();
  }

  /** In turns, so that a slow minute hits both. */
  private void throughput(Stage stage, Shops shops, SettleLoad load) throws Exception {
    String body = shops.endpoints().getFirst().latestBody();
    try (BareClientProcess bare = new BareClientProcess(shops.receiver().bareUrl(), body)) {
      bare.run(durations.warmUp / 4 + 1);
      Receipts.of(load.asFastAsItGoes(shops.endpoints(), durations.warmUp / 4 + 1));
      System.out.println("As fast as it goes …");
      for (int round = 0; round < rounds; round++) {
        BareClientProcess.Result posts = bare.run(durations.round);
        figures.add("bare posts/s", posts.perSecond());
        figures.add("CPU µs per bare post", posts.cpuMicros());
        capacity(stage, shops, load);
      }
    }
  }

  private void capacity(Stage stage, Shops shops, SettleLoad load) throws Exception {
    long serviceCpu = stage.serviceCpu().micros();
    long postgresCpu = stage.postgresCpu().micros();
    Receipts receipts = Receipts.of(load.asFastAsItGoes(shops.endpoints(), durations.round));
    double service = (double) (stage.serviceCpu().micros() - serviceCpu) / receipts.count();
    double postgres = (double) (stage.postgresCpu().micros() - postgresCpu) / receipts.count();
    figures.add("deliveries/s", receipts.perSecond());
    figures.add("  service CPU µs", service);
    figures.add("  PostgreSQL CPU µs", postgres);
    figures.add("CPU µs per delivery", service + postgres);
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

  private void printLine() {
    System.out.printf(
        "bench webhooks: ratio=%.2f deliveries_per_s=%.0f cpu_us=%.0f bare_per_s=%.0f"
            + " bare_cpu_us=%.0f sustained_per_s=%.0f sustained_p99_ms=%.1f half_p50_ms=%.1f"
            + " half_p99_ms=%.1f waits_late_p99_ms=%.1f isolation_ratio=%.2f healthy_p99_ms=%.1f"
            + " baseline_p99_ms=%.1f%n",
        figures.median("deliveries/s") / figures.median("bare posts/s"),
        figures.median("deliveries/s"),
        figures.median("CPU µs per delivery"),
        figures.median("bare posts/s"),
        figures.median("CPU µs per bare post"),
        figures.median("sustained: deliveries/s"),
        figures.median("sustained: p99 ms"),
        figures.median("half: p50 ms"),
        figures.median("half: p99 ms"),
        figures.median("waits late, p99 ms"),
        figures.median("healthy: p99 ms") / figures.median("baseline: p99 ms"),
        figures.median("healthy: p99 ms"),
        figures.median("baseline: p99 ms"));
  }
}
