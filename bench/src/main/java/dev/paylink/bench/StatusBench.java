package dev.paylink.bench;

import dev.paylink.bench.load.BesideConstant;
import dev.paylink.bench.load.Walk;
import dev.paylink.bench.report.Figures;
import dev.paylink.bench.report.Result;
import dev.paylink.bench.stage.BulkLoad;
import dev.paylink.bench.stage.Stage;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

/** Status polls with key and secret over many payments, compared with a constant handler. */
final class StatusBench {
  private static final int POLLED = 10_000;
  static final String PATH = "/sdk/server/status/";

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
      BulkLoad payments = new BulkLoad(stage, 1);
      payments.add(2 * POLLED);
      List<String> ids = stage.paymentIds(payments.references(POLLED));
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

  private static String script(Stage stage, List<String> ids) {
    return Walk.script(ids.stream().map(id -> PATH + id).toList(), List.of(headers(stage)));
  }

  static List<String> headers(Stage stage) {
    return List.of("X-API-Key: " + stage.apiKey(), "X-Secret-Key: " + stage.secretKey());
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
