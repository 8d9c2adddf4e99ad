package dev.paylink.bench;

import dev.paylink.bench.load.BesideConstant;
import dev.paylink.bench.load.Walk;
import dev.paylink.bench.report.Figures;
import dev.paylink.bench.report.Result;
import dev.paylink.bench.stage.BulkLoad;
import dev.paylink.bench.stage.Stage;
import dev.paylink.platform.id.TypeId;
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

/** Status polls with key and secret over many payments, beside a constant handler. */
final class StatusBench {
  private static final int PAYMENTS = 10_000;
  private static final String PATH = "/sdk/server/status/";

  private final int rounds;
  private final int seconds;
  private final int warmUpSeconds;

  StatusBench(int rounds, int seconds, int warmUpSeconds) {
    this.rounds = rounds;
    this.seconds = seconds;
    this.warmUpSeconds = warmUpSeconds;
  }

  Result run() throws Exception {
    try (Stage stage = new Stage()) {
      BulkLoad.payments(stage, PAYMENTS);
      List<String> ids = paymentIds(stage);
      checkOnePoll(stage, ids.getFirst());
      Figures figures = new Figures();
      BesideConstant polls = new BesideConstant(stage, figures, "polls", script(stage, ids));
      polls.warmUp(warmUpSeconds);
      for (int round = 0; round < rounds; round++) {
        polls.round(seconds);
      }
      return new Result(figures, polls.summary());
    }
  }

  private static List<String> paymentIds(Stage stage) throws Exception {
    List<String> ids = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(stage.jdbcUrl());
        Statement sql = connection.createStatement();
        ResultSet row = sql.executeQuery("select id from payment order by id")) {
      while (row.next()) {
        ids.add(TypeId.format("pay", row.getObject(1, UUID.class)));
      }
    }
    return ids;
  }

  private static String script(Stage stage, List<String> ids) {
    return Walk.script(
        ids.stream().map(id -> PATH + id).toList(),
        List.of(List.of("X-API-Key: " + stage.apiKey(), "X-Secret-Key: " + stage.secretKey())));
  }

  /** One poll by hand: a bench of refusals would look fast. */
  private static void checkOnePoll(Stage stage, String id) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(stage.baseUrl() + PATH + id))
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
