package dev.paylink.bench;

import dev.paylink.bench.load.CreateLoad;
import dev.paylink.bench.load.SignIn;
import dev.paylink.bench.load.Walk;
import dev.paylink.bench.load.Wrk;
import dev.paylink.bench.report.Figures;
import dev.paylink.bench.report.Result;
import dev.paylink.bench.report.Summary;
import dev.paylink.bench.stage.BulkLoad;
import dev.paylink.bench.stage.CpuUse;
import dev.paylink.bench.stage.PaymentLink;
import dev.paylink.bench.stage.Stage;
import dev.paylink.bench.webhooks.Deliveries;
import java.time.Duration;
import java.util.List;

/**
 * Creates, polls, pages, searches and webhooks with few payments in the tables, and again with
 * millions: 1 000 merchants have them, the one that is measured half of them.
 */
final class SizeBench {
  private static final int MERCHANTS = 1_000;
  private static final int FEW = 20_000;
  private static final int WALKED = 10_000;
  private static final int LINKS = 5_000;
  private static final int CONNECTIONS = 64;

  /** People search, not programs; of many at once some would be asked to come back. */
  private static final int SEARCHING = 8;

  private static final String CREATES = "creates";
  private static final String CONSTANT = "constant";

  private final int rounds;
  private final int seconds;
  private final int warmUpSeconds;
  private final int rows;
  private final Figures figures = new Figures();

  SizeBench(int rounds, int seconds, int warmUpSeconds, int rows) {
    this.rounds = rounds;
    this.seconds = seconds;
    this.warmUpSeconds = warmUpSeconds;
    this.rows = rows;
  }

  /** What is asked for again and again; creates are signed afresh for each run. */
  private record Load(String name, String url, int connections, String script) {}

  Result run() throws Exception {
    try (Stage stage = new Stage();
        Deliveries deliveries = new Deliveries(stage)) {
      List<PaymentLink> links = PaymentLink.make(stage, LINKS);
      BulkLoad payments = new BulkLoad(stage, MERCHANTS);
      payments.add(FEW);
      measure(stage, deliveries, loads(stage, links, payments), " few");
      System.out.println("Loading " + rows + " payments …");
      long start = System.nanoTime();
      payments.add(rows);
      System.out.printf("… took %d s%n", Duration.ofNanos(System.nanoTime() - start).toSeconds());
      measure(stage, deliveries, loads(stage, links, payments), " many");
      return new Result(
          figures,
          new Summary()
              .with("create", 2, kept(CREATES))
              .with("status", 2, kept("polls"))
              .with("page", 2, kept("pages"))
              .with("search", 2, kept("searches"))
              .with("webhooks", 2, kept("deliveries"))
              .with(CONSTANT, 2, kept(CONSTANT))
              .with("rows", 0, rows));
    }
  }

  private static List<Load> loads(Stage stage, List<PaymentLink> links, BulkLoad payments)
      throws Exception {
    List<String> references = payments.references(WALKED);
    return List.of(
        new Load(CONSTANT, stage.internalUrl() + "/health/live", CONNECTIONS, ""),
        new Load(CREATES, stage.baseUrl(), CONNECTIONS, ""),
        new Load(
            "polls",
            stage.baseUrl(),
            CONNECTIONS,
            Walk.script(
                stage.paymentIds(references).stream().map(StatusBench.PATH::concat).toList(),
                List.of(StatusBench.headers(stage)))),
        new Load(
            "pages",
            stage.baseUrl(),
            CONNECTIONS,
            Walk.script(
                links.stream().map(PaymentLink::path).toList(),
                List.of(List.of("Accept-Language: en")))),
        new Load(
            "searches",
            stage.baseUrl(),
            SEARCHING,
            Walk.script(
                references.stream().map("/dashboard/payments?search="::concat).toList(),
                List.of(List.of("Cookie: " + SignIn.cookie(stage))))));
  }

  private void measure(Stage stage, Deliveries deliveries, List<Load> loads, String with)
      throws Exception {
    System.out.println("Measuring with" + with + " …");
    for (Load load : loads) {
      run(stage, load, warmUpSeconds);
    }
    deliveries.warmUp(warmUpSeconds);
    for (int round = 0; round < rounds; round++) {
      for (Load load : loads) {
        CpuUse cpu = new CpuUse(stage);
        Wrk.Result result = run(stage, load, seconds);
        figures.add(load.name + "/s" + with, result.perSecond());
        figures.add(load.name + " p99 ms" + with, result.p99Millis());
        cpu.addTo(figures, load.name, with, result.requests());
      }
      deliveries.round(figures, with, seconds);
    }
  }

  private static Wrk.Result run(Stage stage, Load load, int seconds) throws Exception {
    String script = load.name.equals(CREATES) ? CreateLoad.script(stage) : load.script;
    return Wrk.run(load.url, script, load.connections, seconds);
  }

  private double kept(String name) {
    return figures.median(name + "/s many") / figures.median(name + "/s few");
  }
}
