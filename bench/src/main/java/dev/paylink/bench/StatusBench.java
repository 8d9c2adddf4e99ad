package dev.paylink.bench;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Status polls with key and secret over many payments, beside a constant handler of the same server
 * ({@code /health/live}), which passes the same listener, router, access log and metrics.
 */
final class StatusBench {
  private static final int PAYMENTS = 10_000;
  private static final int[] CONNECTIONS = {64, 256};

  private final int rounds;
  private final int seconds;
  private final int warmUpSeconds;

  StatusBench(int rounds, int seconds, int warmUpSeconds) {
    this.rounds = rounds;
    this.seconds = seconds;
    this.warmUpSeconds = warmUpSeconds;
  }

  void run() throws Exception {
    try (Stage stage = new Stage()) {
      BulkLoad.payments(stage, PAYMENTS);
      String poll = script(stage, paymentIds(stage));
      checkOnePoll(stage);
      if (warmUpSeconds > 0) {
        Wrk.run(stage.baseUrl(), poll, 256, warmUpSeconds);
        Wrk.run(stage.internalUrl() + "/health/live", "", 256, warmUpSeconds / 4 + 1);
      }
      Figures figures = new Figures();
      for (int round = 0; round < rounds; round++) {
        for (int connections : CONNECTIONS) {
          String constant = stage.internalUrl() + "/health/live";
          measure(stage, figures, "constant", constant, "", connections);
          measure(stage, figures, "status", stage.baseUrl(), poll, connections);
        }
      }
      figures.print();
      System.out.printf(
          "bench status: ratio=%.2f polls_per_s=%.0f cpu_us=%.0f p99_ms=%.1f"
              + " constant_per_s=%.0f constant_cpu_us=%.0f ratio_64=%.2f%n",
          ratio(figures, 256),
          figures.median("status/s at 256"),
          figures.median("status CPU µs at 256"),
          figures.median("status p99 ms at 256"),
          figures.median("constant/s at 256"),
          figures.median("constant CPU µs at 256"),
          ratio(figures, 64));
    }
  }

  private void measure(
      Stage stage, Figures figures, String name, String url, String script, int connections)
      throws Exception {
    long serviceCpu = stage.serviceCpu().micros();
    long postgresCpu = stage.postgresCpu().micros();
    Wrk.Result result = Wrk.run(url, script, connections, seconds);
    double service = (double) (stage.serviceCpu().micros() - serviceCpu) / result.requests();
    double postgres = (double) (stage.postgresCpu().micros() - postgresCpu) / result.requests();
    String at = " at " + connections;
    figures.add(name + "/s" + at, result.perSecond());
    figures.add(name + " p99 ms" + at, result.p99Millis());
    figures.add("  service CPU µs, " + name + at, service);
    figures.add("  PostgreSQL CPU µs, " + name + at, postgres);
    figures.add(name + " CPU µs" + at, service + postgres);
  }

  private static double ratio(Figures figures, int connections) {
    return figures.median("status/s at " + connections)
        / figures.median("constant/s at " + connections);
  }

  private static List<String> paymentIds(Stage stage) throws Exception {
    List<String> ids = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(stage.jdbcUrl());
        Statement sql = connection.createStatement();
        ResultSet row = sql.executeQuery("select id from payment order by id")) {
      while (row.next()) {
        ids.add(dev.paylink.platform.id.TypeId.format("pay", row.getObject(1, UUID.class)));
      }
    }
    return ids;
  }

  private static String script(Stage stage, List<String> ids) {
    return """
        local ids = {"%s"}
        local head = "GET /sdk/server/status/"
        local tail = " HTTP/1.1\\r\\nHost: bench\\r\\nX-API-Key: %s\\r\\nX-Secret-Key: %s\\r\\n\\r\\n"
        local count = 0
        function request()
          count = count %% #ids + 1
          return head .. ids[count] .. tail
        end
        """
        .formatted(String.join("\",\"", ids), stage.apiKey(), stage.secretKey());
  }

  /** One poll by hand: a bench of refusals would look fast. */
  private static void checkOnePoll(Stage stage) throws Exception {
    String id = paymentIds(stage).getFirst();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(stage.baseUrl() + "/sdk/server/status/" + id))
            .header("X-API-Key", stage.apiKey())
            .header("X-Secret-Key", stage.secretKey())
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200 || !answer.body().contains(id)) {
        throw new IllegalStateException("status poll failed: " + answer.body());
      }
    }
  }
}
