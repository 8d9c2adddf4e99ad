package dev.paylink.bench;

import dev.paylink.bench.load.CreateLoad;
import dev.paylink.bench.load.PgBench;
import dev.paylink.bench.load.Wrk;
import dev.paylink.bench.report.Figures;
import dev.paylink.bench.report.Result;
import dev.paylink.bench.report.Summary;
import dev.paylink.bench.stage.BulkLoad;
import dev.paylink.bench.stage.Stage;

/**
 * Creates per second over HTTP, signed, each with a fresh idempotency key, compared with pgbench
 * inserting the same rows into the same PostgreSQL; then again with millions of payments in the
 * tables.
 */
final class CreateBench {
  private static final int[] PGBENCH_CLIENTS = {16, 32};
  private static final int[] CONNECTIONS = {64, 256};

  private final int rounds;
  private final int seconds;
  private final int warmUpSeconds;
  private final int rows;

  CreateBench(int rounds, int seconds, int warmUpSeconds, int rows) {
    this.rounds = rounds;
    this.seconds = seconds;
    this.warmUpSeconds = warmUpSeconds;
    this.rows = rows;
  }

  Result run() throws Exception {
    try (Stage stage = new Stage()) {
      warmUp(stage);
      System.out.println("Empty tables …");
      Figures empty = measure(stage);
      double full = 0;
      if (rows > 0) {
        System.out.println("Loading " + rows + " payments …");
        new BulkLoad(stage, 1).add(rows);
        warmUp(stage);
        System.out.println("With " + rows + " payments:");
        Figures loaded = measure(stage);
        loaded.print();
        full = ratio(loaded);
      }
      Summary summary =
          new Summary()
              .with("ratio", 2, ratio(empty))
              .with("creates_per_s", 0, empty.median("creates/s at 256"))
              .with("cpu_us", 0, empty.median("CPU µs per create at 256"))
              .with("p99_ms", 1, empty.median("p99 ms at 256"))
              .with("pgbench_tps", 0, best(empty))
              .with("pgbench_cpu_us", 0, empty.median("CPU µs per tx, pgbench 16"))
              .with("ratio_64", 2, empty.median("creates/s at 64") / best(empty))
              .with("ratio_full", 2, full)
              .with("rows", 0, rows);
      return new Result(empty, summary);
    }
  }

  private void warmUp(Stage stage) throws Exception {
    if (warmUpSeconds > 0) {
      Wrk.run(stage.baseUrl(), CreateLoad.script(stage), 256, warmUpSeconds);
      new PgBench(stage.jdbcUrl()).run(16, 2);
    }
  }

  /** All the runs of a round one after the other, so that a slow minute hits every figure. */
  private Figures measure(Stage stage) throws Exception {
    Figures figures = new Figures();
    PgBench pgbench = new PgBench(stage.jdbcUrl());
    for (int round = 0; round < rounds; round++) {
      for (int clients : PGBENCH_CLIENTS) {
        long cpu = stage.postgresCpu().micros();
        double tps = pgbench.run(clients, seconds);
        figures.add("tx/s, pgbench " + clients, tps);
        figures.add(
            "CPU µs per tx, pgbench " + clients,
            (stage.postgresCpu().micros() - cpu) / (tps * seconds));
      }
      for (int connections : CONNECTIONS) {
        long serviceCpu = stage.serviceCpu().micros();
        long postgresCpu = stage.postgresCpu().micros();
        Wrk.Result result =
            Wrk.run(stage.baseUrl(), CreateLoad.script(stage), connections, seconds);
        double service = (double) (stage.serviceCpu().micros() - serviceCpu) / result.requests();
        double postgres = (double) (stage.postgresCpu().micros() - postgresCpu) / result.requests();
        figures.add("creates/s at " + connections, result.perSecond());
        figures.add("p50 ms at " + connections, result.p50Millis());
        figures.add("p99 ms at " + connections, result.p99Millis());
        figures.add("  service CPU µs at " + connections, service);
        figures.add("  PostgreSQL CPU µs at " + connections, postgres);
        figures.add("CPU µs per create at " + connections, service + postgres);
      }
    }
    return figures;
  }

  private static double ratio(Figures figures) {
    return figures.median("creates/s at 256") / best(figures);
  }

  private static double best(Figures figures) {
    return Math.max(figures.median("tx/s, pgbench 16"), figures.median("tx/s, pgbench 32"));
  }
}
