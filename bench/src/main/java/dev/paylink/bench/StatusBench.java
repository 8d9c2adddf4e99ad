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
  private static final int CONNECTIONS = 64;

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
        Wrk.run(stage.baseUrl(), poll, CONNECTIONS, warmUpSeconds);
        Wrk.run(stage.internalUrl() + "/health/live", "", CONNECTIONS, warmUpSeconds / 4 + 1);
      }
      Figures figures = new Figures();
      for (int round = 0; round < rounds; round++) {
        measure(stage, figures, "constant", stage.internalUrl() + "/health/live", "");
        measure(stage, figures, "status", stage.baseUrl(), poll);
      }
      figures.print();
      System.out.printf(
          "bench status: ratio=%.2f polls_per_s=%.0f cpu_us=%.0f p99_ms=%.1f"
              + " constant_per_s=%.0f constant_cpu_us=%.0f%n",
          figures.median("status/s") / figures.median("constant/s"),
          figures.median("status/s"),
          figures.median("status CPU µs"),
          figures.median("status p99 ms"),
          figures.median("constant/s"),
          figures.median("constant CPU µs"));
    }
  }

  private void measure(Stage stage, Figures figures, String name, String url, String script)
      throws Exception {
    long cpu = stage.serviceCpu().micros() + stage.postgresCpu().micros();
    Wrk.Result result = Wrk.run(url, script, CONNECTIONS, seconds);
    long used = stage.serviceCpu().micros() + stage.postgresCpu().micros() - cpu;
    figures.add(name + "/s", result.perSecond());
    figures.add(name + " p99 ms", result.p99Millis());
    figures.add(name + " CPU µs", (double) used / result.requests());
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
