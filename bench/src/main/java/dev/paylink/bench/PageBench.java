package dev.paylink.bench;

import dev.paylink.bench.load.BesideConstant;
import dev.paylink.bench.load.SessionPolls;
import dev.paylink.bench.load.Walk;
import dev.paylink.bench.report.Figures;
import dev.paylink.bench.report.Result;
import dev.paylink.bench.stage.PaymentLink;
import dev.paylink.bench.stage.Stage;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The hosted page of many open payments in all its languages, compared with a constant handler; and
 * the polls that such pages make once they are open, each with a proof of its own.
 */
final class PageBench {
  private static final int PAYMENTS = 5_000;
  private static final String AMOUNT = "125.50";

  /** As browsers send it. */
  private static final List<List<String>> LANGUAGES =
      List.of(
          List.of("Accept-Language: en-US,en;q=0.9"),
          List.of("Accept-Language: de-DE,de;q=0.9,en;q=0.8"),
          List.of("Accept-Language: fr-FR,fr;q=0.9,en;q=0.8"),
          List.of("Accept-Language: es-ES,es;q=0.9,en;q=0.8"),
          List.of("Accept-Language: ja-JP,ja;q=0.9,en;q=0.8"),
          List.of("Accept-Language: ar-EG,ar;q=0.9,en;q=0.8"));

  private final int rounds;
  private final int seconds;
  private final int warmUpSeconds;
  private final Figures figures = new Figures();

  PageBench(int rounds, int seconds, int warmUpSeconds) {
    this.rounds = rounds;
    this.seconds = seconds;
    this.warmUpSeconds = warmUpSeconds;
  }

  Result run() throws Exception {
    try (Stage stage = new Stage()) {
      List<PaymentLink> links = PaymentLink.make(stage, PAYMENTS);
      int bytes = checkOnePage(stage, links.getFirst());
      String script = Walk.script(links.stream().map(PaymentLink::path).toList(), LANGUAGES);
      BesideConstant pages = new BesideConstant(stage, figures, "pages", script);
      SessionPolls polls = new SessionPolls(stage, links);
      warmUp(pages, polls);
      for (int round = 0; round < rounds; round++) {
        pages.round(seconds);
        polls.round(figures);
      }
      return new Result(
          figures,
          pages
              .summary()
              .with("bytes", 0, bytes)
              .with("session_polls_per_s", 0, figures.median(SessionPolls.NAME + "/s"))
              .with("session_cpu_us", 0, figures.median(SessionPolls.NAME + " CPU µs")));
    }
  }

  private void warmUp(BesideConstant pages, SessionPolls polls) throws Exception {
    pages.warmUp(warmUpSeconds);
    if (warmUpSeconds > 0) {
      polls.warmUp();
    }
  }

  /** One page by hand, and its size: a bench of refusals would look fast. */
  private static int checkOnePage(Stage stage, PaymentLink link) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(stage.baseUrl() + link.path()))
            .header("Accept-Language", "en")
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      String type = answer.headers().firstValue("Content-Type").orElse("");
      String page = new String(answer.body(), StandardCharsets.UTF_8);
      if (answer.statusCode() != 200 || !type.startsWith("text/html") || !page.contains(AMOUNT)) {
        throw new IllegalStateException(
            "not the page: " + answer.statusCode() + ' ' + type + '\n' + page);
      }
      return answer.body().length;
    }
  }
}
