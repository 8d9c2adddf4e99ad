package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.trace.TraceOptions;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.ServiceProcess;
import dev.paylink.testing.Standstill;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import dev.paylink.testing.TraceCollector;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A collector that is away, broken or slow costs traces and nothing else; none costs nothing. */
final class TraceFaultTest {
  /** Requests to one that hangs: more than may wait at a time; each has a span. */
  private static final int TOO_MANY = 6000;

  @ParameterizedTest
  @CsvSource({TraceCollector.HANG + "," + TOO_MANY, "500,200", "429,200", "400,200"})
  void requests_do_not_wait_for_a_collector_that_does_not_take_spans(int status, int requests) {
    try (TraceCollector collector = new TraceCollector()) {
      collector.answerWith(status);
      Standstill closing;
      try (TestService service =
          TestService.builder().traces(new TraceOptions(collector.url(), 1)).start()) {
        assertThat(slowest(service, requests))
            .isLessThan(Duration.ofSeconds(5)); // half of its timeout
        service.calls().create("{\"amount\":\"1.00\"}").expect(200);
        Await.until(
            "spans were dropped",
            () ->
                TracesTest.dropped(service, "queue") + TracesTest.dropped(service, "collector")
                    > 0);
        assertThat(collector.requests()).isPositive();
        closing = new Standstill();
      }
      assertThat(closing.took()).isLessThan(Duration.ofSeconds(20));
      closing.close();
    }
  }

  /** How long the slowest of so many requests took. */
  private static Duration slowest(TestService service, int requests) {
    Browser browser = new Browser(service.internalUrl());
    Duration slowest = Duration.ZERO;
    try (Standstill still = new Standstill()) {
      for (int i = 0; i < requests; i++) {
        Duration lost = still.lost();
        Duration took = browser.get("/health/live").expect(200).took();
        Duration counted = took.minus(still.lost()).plus(lost);
        slowest = counted.compareTo(slowest) > 0 ? counted : slowest;
      }
    }
    return slowest;
  }

  @Test
  void spans_arrive_again_when_the_collector_is_back() {
    try (TraceCollector collector = new TraceCollector();
        TestService service =
            TestService.builder().traces(new TraceOptions(collector.url(), 1)).start()) {
      collector.answerWith(400);
      new Browser(service.internalUrl()).get("/health/live").expect(200);
      Await.until("a batch was refused", () -> TracesTest.dropped(service, "collector") > 0);
      collector.answerWith(200);
      new Browser(service.internalUrl()).get("/health/live").expect(200);
      Await.until(
          "it came",
          () ->
              collector.spans().stream().anyMatch(span -> span.name().equals("GET /health/live")));
    }
  }

  @Test
  void collector_that_is_not_there_stops_no_start_and_no_stop() {
    try (HeldPort nobody = new HeldPort();
        TestService service =
            TestService.builder()
                .traces(new TraceOptions(URI.create(nobody.url() + "/v1/traces"), 1))
                .start()) {
      service.calls().create("{\"amount\":\"1.00\"}").expect(200);
      Await.until("they were dropped", () -> TracesTest.dropped(service, "collector") > 0);
    }
  }

  /** As many at once as it takes, however slow this machine is. */
  @Test
  void caller_that_wants_every_call_traced_gets_some() {
    try (TraceCollector collector = new TraceCollector();
        TestService service =
            TestService.builder().traces(new TraceOptions(collector.url(), 0)).start()) {
      long start = System.nanoTime();
      Await.until(
          "a caller was beyond the limit",
          () -> {
            flood(service);
            return TracesTest.dropped(service, "limit") > 0;
          });
      double seconds = (System.nanoTime() - start) / 1e9;
      double dropped = TracesTest.dropped(service, "limit");
      service.calls().create("{\"amount\":\"1.00\"}").expect(200); // without a header: not traced
      Await.until("some were traced", () -> collector.spans().size() >= 100);
      assertThat((double) collector.spans().size()).isLessThanOrEqualTo(100 + 100 * seconds);
      assertThat(dropped).isPositive();
    }
  }

  private static void flood(TestService service) {
    Browser browser =
        new Browser(service.internalUrl())
            .with("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 800; i++) {
        callers.execute(() -> browser.get("/health/live").expect(200));
      }
    }
  }

  /** The service is asked for the whole way from create to webhook in both cases. */
  @Test
  void without_traces_no_class_of_the_library_is_loaded(@TempDir Path folder) throws IOException {
    try (TraceCollector collector = new TraceCollector()) {
      assertThat(loadedClasses(folder.resolve("off"), Map.of(), false))
          .contains("dev.paylink.platform.trace.Span ")
          .doesNotContain("io.opentelemetry", "dev.paylink.platform.trace.Otlp");
      assertThat(
              loadedClasses(
                  folder.resolve("on"),
                  Map.of("PAYLINK_TRACES_URL", collector.url().toString()),
                  true))
          .contains("io.opentelemetry.sdk.trace.SdkTracerProvider ");
    }
  }

  private static String loadedClasses(Path data, Map<String, String> settings, boolean traced)
      throws IOException {
    Files.createDirectory(data);
    Path log = data.resolve("classes.log");
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "JDK_JAVA_OPTIONS",
                "-Xlog:class+load:file=" + log,
                "PAYLINK_DATABASE_URL",
                TestDatabase.freshUrl(),
                "PAYLINK_CALLBACK_SECRET",
                TestService.CALLBACK_SECRET));
    environment.putAll(settings);
    Receiver receiver = new Receiver(delivery -> 204);
    try (ServiceProcess service = new ServiceProcess(data, environment)) {
      service.signedIn().putWebhook(receiver.url("/hook"));
      String id =
          service
              .calls()
              .with("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
              .create("{\"amount\":\"1.00\"}")
              .expect(200)
              .text("paymentId");
      service.callback().report("payment.confirmed", id).expect(200);
      Await.until("the webhook came", () -> !receiver.deliveries().isEmpty());
      assertThat(receiver.deliveries().getFirst().headers().containsKey("traceparent"))
          .isEqualTo(traced);
      service.terminate(ServiceProcess.ITS_END_SECONDS);
      return Files.readString(log);
    } finally {
      receiver.close();
    }
  }
}
