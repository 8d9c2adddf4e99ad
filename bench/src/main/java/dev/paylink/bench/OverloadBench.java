package dev.paylink.bench;

import dev.paylink.bench.load.Answers;
import dev.paylink.bench.load.CreateLoad;
import dev.paylink.bench.load.NewMerchant;
import dev.paylink.bench.load.OpenLoop;
import dev.paylink.bench.load.Wrk;
import dev.paylink.bench.report.Figures;
import dev.paylink.bench.report.Result;
import dev.paylink.bench.report.Summary;
import dev.paylink.bench.stage.Memory;
import dev.paylink.bench.stage.Stage;
import java.net.http.HttpClient;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One merchant offers twice the creates that the service can store, another a few: which are
 * stored, how soon the rest is refused, what becomes of the other merchant and of the memory, and
 * whether every payment that was promised exists.
 */
final class OverloadBench {
  private static final int CAPACITY_SECONDS = 10;

  /** More than the service lets wait, so that it refuses before the connections are all taken. */
  private static final int FLOOD_CONNECTIONS = 3000;

  private static final int OTHER_CONNECTIONS = 200;
  private static final double OVERLOAD = 2;

  /** The other merchant's part of what the service can do. */
  private static final double OTHER_SHARE = 0.05;

  private static final int SETTLE_SECONDS = 60;

  private final int seconds;
  private final int warmUpSeconds;
  private final double perSecond;
  private final Figures figures = new Figures();

  /** Offers so many a second; 0 for twice what the service can store. */
  OverloadBench(int seconds, int warmUpSeconds, double perSecond) {
    this.seconds = seconds;
    this.perSecond = perSecond;
    this.warmUpSeconds = warmUpSeconds;
  }

  Result run() throws Exception {
    try (Stage stage = new Stage();
        Memory memory = new Memory(stage.servicePid());
        HttpClient client = HttpClient.newHttpClient()) {
      NewMerchant.Keys other = new NewMerchant(stage, client).makeWithKeys();
      stage.liftRateLimits();
      if (warmUpSeconds > 0) {
        Wrk.run(stage.baseUrl(), CreateLoad.script(stage), 256, warmUpSeconds);
      }
      double capacity =
          perSecond > 0
              ? perSecond / OVERLOAD
              : Wrk.run(stage.baseUrl(), CreateLoad.script(stage), 256, CAPACITY_SECONDS)
                  .perSecond();
      figures.add("capacity, creates/s", capacity);
      figures.add("resident MB before", memory.now());
      try (OpenLoop load = new OpenLoop(stage.baseUrl())) {
        Answers flood =
            load.add(
                CreateLoad.of(stage.apiKey(), stage.secretKey()),
                OVERLOAD * capacity,
                FLOOD_CONNECTIONS);
        Answers few =
            load.add(
                CreateLoad.of(other.apiKey(), other.secretKey()),
                OTHER_SHARE * capacity,
                OTHER_CONNECTIONS);
        load.run(seconds);
        add("flood", flood);
        add("other", few);
        figures.add("lost", lost(stage, flood) + lost(stage, few));
      }
      figures.add("resident MB, most", memory.peak());
      TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
      figures.add("resident MB after", memory.now());
      return new Result(figures, summary());
    }
  }

  private void add(String name, Answers answers) {
    figures.add(name + ": stored/s", (double) answers.stored() / seconds);
    figures.add(name + ": stored, p50 ms", answers.storedMillis(50));
    figures.add(name + ": stored, p99 ms", answers.storedMillis(99));
    figures.add(name + ": stored, largest ms", answers.storedMillis(100));
    figures.add(name + ": stored, p99 ms from sending", answers.storedSentMillis(99));
    figures.add(name + ": refused/s", (double) answers.refused() / seconds);
    figures.add(name + ": refused, p50 ms", answers.refusedMillis(50));
    figures.add(name + ": refused, p99 ms", answers.refusedMillis(99));
    figures.add(name + ": refused, p99 ms from sending", answers.refusedSentMillis(99));
    figures.add(name + ": refused without Retry-After", answers.withoutRetryAfter());
    figures.add(name + ": unanswered", answers.unanswered());
    figures.add(name + ": sent late, p99 ms", answers.sentLateMillis(99));
  }

  /** Returns how many payments were answered with a 200 and do not exist. */
  private static int lost(Stage stage, Answers answers) throws Exception {
    List<String> ids = answers.paymentIds();
    if (ids.stream().distinct().count() != ids.size()) {
      throw new IllegalStateException("one payment was the answer to two creates");
    }
    return ids.size() - stage.countPayments(ids);
  }

  private Summary summary() {
    return new Summary()
        .with("capacity_per_s", 0, figures.median("capacity, creates/s"))
        .with(
            "stored_per_s",
            0,
            figures.median("flood: stored/s") + figures.median("other: stored/s"))
        .with("stored_p99_ms", 0, figures.median("flood: stored, p99 ms"))
        .with("stored_sent_p99_ms", 0, figures.median("flood: stored, p99 ms from sending"))
        .with("refused_p99_ms", 0, figures.median("flood: refused, p99 ms"))
        .with("refused_sent_p99_ms", 0, figures.median("flood: refused, p99 ms from sending"))
        .with("other_refused_per_s", 1, figures.median("other: refused/s"))
        .with("other_p99_ms", 0, figures.median("other: stored, p99 ms"))
        .with("sent_late_p99_ms", 0, figures.median("flood: sent late, p99 ms"))
        .with(
            "unanswered",
            0,
            figures.median("flood: unanswered") + figures.median("other: unanswered"))
        .with("payments_lost", 0, figures.median("lost"))
        .with("resident_most_mb", 0, figures.median("resident MB, most"))
        .with("resident_after_mb", 0, figures.median("resident MB after"));
  }
}
