package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.trace.TraceOptions;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import dev.paylink.testing.TraceCollector;
import dev.paylink.testing.TraceCollector.Received;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces from a merchant's call to the merchant's receiver, as a real collector gets them. */
final class TracesTest {
  private static final String WEBHOOK = "/merchant/webhooks/invoice_settlement";
  private static final String CONFIRMED = "payment.confirmed";
  private static final int SERVER = 2;
  private static final int CLIENT = 3;

  @AutoClose private static final TraceCollector collector = new TraceCollector();

  /** Traces nothing but what callers ask for. */
  @AutoClose
  private static final TestService service =
      TestService.builder().traces(new TraceOptions(collector.url(), 0)).start();

  @AutoClose private final Receiver receiver = new Receiver(delivery -> 204);
  private final String trace = hex(16);
  private final String caller = hex(8);

  @BeforeEach
  void configure() {
    Browser merchant = service.signedIn();
    merchant.delete(WEBHOOK).expect(204);
    merchant.putWebhook(receiver.url("/hook"));
  }

  @Test
  void create_report_and_webhook_are_one_trace_of_the_caller() {
    String id = create(trace, caller).text("paymentId");
    report(trace, caller, id);
    Await.until("the webhook came", () -> !receiver.deliveries().isEmpty());
    List<Received> spans = // and one of a look-up of the key, if it was not used just before
        collector.awaitNamed(
            trace,
            "POST /sdk/server/create-payment",
            "payment-writer",
            "POST /internal/events",
            "settle",
            "settlement-writer",
            "webhook attempt");

    Received create = named(spans, "POST /sdk/server/create-payment");
    assertThat(create.parentId()).isEqualTo(caller);
    assertThat(create.kind()).isEqualTo(SERVER);
    assertThat(create.attributes())
        .containsEntry("http.request.method", "POST")
        .containsEntry("http.route", "/sdk/server/create-payment")
        .containsEntry("http.response.status_code", "200")
        .containsEntry("paylink.payment_id", id);
    assertThat(create.resource())
        .containsEntry("service.name", "paylink")
        .containsKey("service.instance.id");
    Received stored = named(spans, "payment-writer");
    assertThat(stored.parentId()).isEqualTo(create.spanId());
    assertThat(stored.nanos()).isBetween(1L, create.nanos());

    Received report = named(spans, "POST /internal/events");
    assertThat(report.parentId()).isEqualTo(caller);
    Received settle = named(spans, "settle");
    assertThat(settle.parentId()).isEqualTo(report.spanId());
    assertThat(settle.attributes())
        .containsEntry("paylink.payment_id", id)
        .containsEntry("paylink.outcome", CONFIRMED);
    assertThat(named(spans, "settlement-writer").parentId()).isEqualTo(settle.spanId());

    Received attempt = named(spans, "webhook attempt");
    assertThat(attempt.parentId()).isEqualTo(settle.spanId());
    assertThat(attempt.kind()).isEqualTo(CLIENT);
    Receiver.Delivery delivery = receiver.deliveries().getFirst();
    assertThat(delivery.header("traceparent")).isEqualTo(attempt.traceparent());
    assertThat(attempt.attributes())
        .containsEntry("paylink.event_id", delivery.eventId())
        .containsEntry("paylink.payment_id", id)
        .containsEntry("paylink.attempt", "1")
        .containsEntry("http.response.status_code", "204");
    assertThat(attempt.status()).isZero();
  }

  @Test
  void outcome_in_another_trace_links_to_the_create_and_every_attempt_stays_below_it() {
    AtomicInteger calls = new AtomicInteger();
    receiver.answerWith(delivery -> calls.incrementAndGet() == 1 ? 500 : 204);
    String id = create(trace, caller).text("paymentId");
    String second = hex(16);
    report(second, hex(8), id);
    Await.until("two attempts", () -> receiver.deliveries().size() == 2);
    List<Received> spans = collector.awaitTrace(second, 5);
    Received settle = named(spans, "settle");
    assertThat(settle.links()).containsExactly(trace);
    List<Received> attempts =
        spans.stream().filter(span -> span.name().equals("webhook attempt")).toList();
    assertThat(attempts).extracting(Received::parentId).containsOnly(settle.spanId());
    assertThat(attempts)
        .extracting(Received::traceparent)
        .containsExactlyElementsOf(
            receiver.deliveries().stream().map(each -> each.header("traceparent")).toList());
    assertThat(attempts).extracting(Received::status).containsExactly(2, 0);
    assertThat(attempts.getFirst().attribute("error.type")).isEqualTo("500");
  }

  @Test
  void trace_that_the_caller_does_not_record_is_handed_on_and_not_recorded() {
    String id =
        service
            .calls()
            .with("traceparent", header(trace, caller, "00"))
            .create(amount())
            .expect(200)
            .text("paymentId");
    service
        .callback()
        .with("traceparent", header(trace, caller, "00"))
        .report(CONFIRMED, id)
        .expect(200);
    Await.until("the webhook came", () -> !receiver.deliveries().isEmpty());
    assertThat(receiver.deliveries().getFirst().header("traceparent"))
        .startsWith("00-" + trace + "-")
        .endsWith("-00");
    marker();
    assertThat(collector.trace(trace)).isEmpty();
  }

  @Test
  void no_secret_no_body_no_query_and_no_customer_reaches_the_collector() {
    Reply created =
        service
            .calls()
            .with("traceparent", header(trace, caller, "01"))
            .with("baggage", "who=eve-in-baggage")
            .with("tracestate", "vendor=eve-in-state")
            .create(
                """
                {"amount":"7.25","reference":"ref-in-body","description":"words-in-body",\
                "customer":{"name":"Ada Customer","email":"ada@customer.example"}}""")
            .expect(200);
    String link = created.text("paymentUrl");
    new Browser(service.baseUrl())
        .with("traceparent", header(trace, caller, "01"))
        .get(link.substring(service.baseUrl().toString().length()) + "?word=word-in-query");
    service
        .calls()
        .with("traceparent", header(trace, caller, "01"))
        .get("/nowhere/secret-in-path?word=word-in-query")
        .expect(404);
    Await.until(
        "three requests",
        () -> collector.trace(trace).stream().filter(span -> span.kind() == SERVER).count() == 3);
    assertThat(collector.everything())
        .contains("/sdk/server/create-payment")
        .doesNotContain(
            service.merchant().secretKey().reveal(),
            service.merchant().apiKey(),
            link.substring(link.lastIndexOf('/') + 1),
            "eve-in",
            "in-body",
            "in-query",
            "in-path",
            "Ada Customer",
            "ada@customer.example");
  }

  @Test
  void refusal_tells_its_code() {
    service
        .calls()
        .with("traceparent", header(trace, caller, "01"))
        .get("/sdk/server/status/pay_nobody")
        .expect(404);
    String name = "GET /sdk/server/status/:paymentId";
    Received span = named(collector.awaitNamed(trace, name), name);
    assertThat(span.attribute("error.type")).isEqualTo("PAYMENT_NOT_FOUND");
    assertThat(span.attribute("paylink.request_id")).startsWith("req_");
    assertThat(span.status()).isZero(); // the caller's fault is not ours
  }

  /** Refused neighbours of {@code 00-<32 hex>-<16 hex>-<2 hex>}; the trace would be recorded. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ff-%1$s-%2$s-01",
        "00-%1$s-%2$s-01-more",
        "00-%1$s-%2$s-01-",
        "00-%1$s-%2$s-1",
        "00-%1$s-%2$s",
        "00-%1$s0-%2$s-01",
        "00-%1$s-%2$sa-01",
        "00-%3$s-%2$s-01",
        "00-00000000000000000000000000000000-%2$s-01",
        "00-%1$s-0000000000000000-01",
        "0-%1$s-%2$s-01",
        "00_%1$s_%2$s_01",
        "00-%1$s-%2$s-0x",
        "00-%1$s-%2$s-01, 00-%1$s-%2$s-01",
        "-",
        "%%00",
        "' or 1=1 --",
      })
  void malformed_traceparent_counts_as_none(String pattern) {
    String header = pattern.formatted(trace, caller, "A" + trace.substring(1));
    service.calls().with("traceparent", header).create(amount()).expect(200);
    marker();
    assertThat(collector.spans())
        .noneMatch(span -> span.traceId().equals(trace) || span.parentId().equals(caller));
  }

  @Test
  void giant_header_repeated_header_and_later_version_do_no_harm() {
    service.calls().with("traceparent", "00-" + "a".repeat(12_000)).create(amount()).expect(200);
    service
        .calls()
        .with("traceparent", "cc-" + trace + "-" + caller + "-01-what-comes-later")
        .create(amount())
        .expect(200);
    String name = "POST /sdk/server/create-payment";
    // The specification wants later versions read as far as known.
    assertThat(named(collector.awaitNamed(trace, name), name).parentId()).isEqualTo(caller);
  }

  private Reply create(String traceId, String parent) {
    return service
        .calls()
        .with("traceparent", header(traceId, parent, "01"))
        .create(amount())
        .expect(200);
  }

  private static void report(String traceId, String parent, String id) {
    service
        .callback()
        .with("traceparent", header(traceId, parent, "01"))
        .report(CONFIRMED, id)
        .expect(200);
  }

  /** Returns once everything that ended before is at the collector. */
  private static void marker() {
    String marked = hex(16);
    Await.until(
        "a place in the limit",
        () -> {
          new Browser(service.internalUrl())
              .with("traceparent", header(marked, "00000000000000aa", "01"))
              .get("/health/live")
              .expect(200);
          return !collector.trace(marked).isEmpty();
        });
  }

  static double dropped(TestService service, String reason) {
    String name = "paylink_traces_dropped_total{reason=\"" + reason + "\"} ";
    return new Browser(service.internalUrl())
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .sum();
  }

  private static Received named(List<Received> spans, String name) {
    return spans.stream()
        .filter(span -> span.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not among " + spans));
  }

  private static String header(String traceId, String parent, String flags) {
    return "00-" + traceId + "-" + parent + "-" + flags;
  }

  private static String amount() {
    return "{\"amount\":\"7.25\"}";
  }

  private static String hex(int bytes) {
    byte[] random = new byte[bytes];
    ThreadLocalRandom.current().nextBytes(random);
    random[0] = 0x1f; // never all zeros
    return HexFormat.of().formatHex(random);
  }
}
