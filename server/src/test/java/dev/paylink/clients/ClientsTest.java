package dev.paylink.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.clients.UnreliableService.Received;
import dev.paylink.testing.Await;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Receiver.Delivery;
import dev.paylink.testing.TestService;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Holds the clients of {@code clients/} to one contract: against a real sandbox, and against a
 * server that fails in every way that a client has to survive.
 */
@Timeout(600)
final class ClientsTest {
  private static final String PAYMENT = "{\"paymentId\":\"pay_1\",\"status\":\"created\"}";
  private static final Map<String, Object> HASTY = Map.of("maxWaitSeconds", 0);

  private static TestService service;
  private static Receiver receiver;
  private static String signingSecret;
  private static final Map<Language, ClientDriver> CLIENTS = new EnumMap<>(Language.class);

  @AutoClose private final UnreliableService unreliable = new UnreliableService();

  @BeforeAll
  static void start() {
    service = TestService.start();
    receiver = new Receiver(delivery -> 204);
    signingSecret = service.signedIn().putWebhook(receiver.url("/")).text("signingSecret");
    for (Language language : Language.values()) {
      CLIENTS.put(language, new ClientDriver(language, service));
    }
  }

  @AfterAll
  static void stop() {
    CLIENTS.values().forEach(ClientDriver::close);
    receiver.close();
    service.close();
  }

  @ParameterizedTest
  @EnumSource
  void the_published_vectors_hold(Language language) throws IOException, InterruptedException {
    Process vectors = language.startVectors();
    String output = new String(vectors.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(vectors.waitFor(300, TimeUnit.SECONDS)).isTrue();
    assertThat(vectors.exitValue()).as(output).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void a_payment_is_made_once_read_listed_and_canceled(Language language) {
    ClientDriver client = CLIENTS.get(language);
    String reference = "café & 🗼/" + language;
    JsonNode created = client.call("create", order(reference), key(language, "1"));
    assertThat(created.required("replayed").booleanValue()).isFalse();
    String id = created.required("paymentId").stringValue();

    Map<String, Object> reordered = new LinkedHashMap<>();
    List.copyOf(order(reference).keySet()).reversed().stream()
        .forEach(name -> reordered.put(name, order(reference).get(name)));
    JsonNode again = client.call("create", reordered, key(language, "1"));
    assertThat(again.required("replayed").booleanValue()).isTrue();
    assertThat(again.required("paymentId").stringValue()).isEqualTo(id);

    JsonNode read = client.call("get", id);
    assertThat(read.required("reference").stringValue()).isEqualTo(reference);
    assertThat(read.required("description").stringValue()).isEqualTo("Zwei Türme 🗼");
    assertThat(read.at("/customer/name").stringValue()).isEqualTo("Zoë");
    assertThat(read.at("/metadata/a").stringValue()).isEqualTo("1");
    assertThat(read.required("paymentUrl")).isEqualTo(created.required("paymentUrl"));
    JsonNode page = client.call("list", Map.of("reference", reference, "limit", 5));
    assertThat(page.required("data")).hasSize(1);
    assertThat(page.at("/data/0/paymentId").stringValue()).isEqualTo(id);
    assertThat(client.call("list", Map.of("createdBefore", "2020-01-01T00:00:00Z")).at("/data"))
        .isEmpty();

    assertThat(client.call("session", id, "user-1").required("code").stringValue()).hasSize(32);
    JsonNode canceled = client.call("cancel", id);
    assertThat(canceled.required("status").stringValue()).isEqualTo("failed");
    assertThat(canceled.required("failureReason").stringValue()).isEqualTo("canceled");
  }

  @ParameterizedTest
  @EnumSource
  void a_refund_is_requested_once_read_listed_confirmed_and_canceled(Language language) {
    ClientDriver client = CLIENTS.get(language);
    String id =
        client
            .call("create", order("refund-" + language), key(language, "refunded"))
            .required("paymentId")
            .stringValue();
    assertThat(client.call("get", id).required("refundedAmount").isNull()).isTrue();
    service
        .callback()
        .reportWith(
            "payment.confirmed",
            id,
            "\"transaction\":{\"chainId\":31337,\"token\":\"USDC\",\"amount\":\"%s\"}"
                .formatted(client.call("get", id).required("amount").stringValue()))
        .expect(200);
    Map<String, Object> wanted = Map.of("amount", "1.00", "reason", "café");
    JsonNode refund = client.call("createRefund", id, wanted, key(language, "refund"));
    assertThat(refund.required("replayed").booleanValue()).isFalse();
    assertThat(refund.required("to").isNull()).isTrue();
    JsonNode again = client.call("createRefund", id, wanted, key(language, "refund"));
    assertThat(again.required("replayed").booleanValue()).isTrue();
    String refundId = refund.required("refundId").stringValue();
    assertThat(again.required("refundId").stringValue()).isEqualTo(refundId);
    assertThat(client.call("getRefund", refundId).required("reason").stringValue())
        .isEqualTo("café");
    assertThat(client.call("listRefunds", id).required("data")).hasSize(1);
    String address = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
    assertThat(client.failure("confirmRefundAddress", refundId, address).at("/code").stringValue())
        .isEqualTo("REFUND_ADDRESS_CHANGED");
    assertThat(client.call("cancelRefund", refundId).required("status").stringValue())
        .isEqualTo("canceled");
  }

  @ParameterizedTest
  @EnumSource
  void links_invoices_statements_and_webhooks_are_managed_with_a_key(Language language) {
    ClientDriver client = CLIENTS.get(language);
    Map<String, Object> wanted =
        Map.of("title", "café", "suggestedAmounts", List.of("5.00", "10.00"), "maxUses", 3);
    JsonNode link = client.call("createLink", wanted, key(language, "link"));
    assertThat(link.required("replayed").booleanValue()).isFalse();
    assertThat(link.required("suggestedAmounts")).hasSize(2);
    String linkId = link.required("id").stringValue();
    JsonNode again = client.call("createLink", wanted, key(language, "link"));
    assertThat(again.required("replayed").booleanValue()).isTrue();
    assertThat(again.required("id").stringValue()).isEqualTo(linkId);
    assertThat(client.call("listLinks", Map.of("limit", 1)).required("data")).hasSize(1);
    assertThat(client.call("changeLink", linkId, Map.of("title", "tea")).at("/title").stringValue())
        .isEqualTo("tea");
    assertThat(client.call("deactivateLink", linkId).required("active").booleanValue()).isFalse();
    assertThat(client.call("activateLink", linkId).required("active").booleanValue()).isTrue();
    assertThat(client.call("archiveLink", linkId).required("archivedAt").isNull()).isFalse();
    assertThat(client.call("listLinks", Map.of("archived", true)).toString()).contains(linkId);
    client.call("unarchiveLink", linkId);
    assertThat(client.call("getLink", linkId).required("archivedAt").isNull()).isTrue();

    JsonNode created = client.call("create", order("inv-" + language), key(language, "invoice"));
    String invoiceId = created.required("invoiceId").stringValue();
    String number = created.required("invoiceNumber").stringValue();
    assertThat(client.call("getInvoice", invoiceId).at("/payments/0/paymentId"))
        .isEqualTo(created.required("paymentId"));
    assertThat(client.call("listInvoices", Map.of("number", number)).at("/data/0/invoiceId"))
        .isEqualTo(created.required("invoiceId"));
    assertThat(client.call("downloadInvoice", invoiceId, "de").stringValue()).isEqualTo("%PDF-");
    assertThat(client.call("listStatements").required("data").isArray()).isTrue();
    assertThat(client.call("getStatement", "2020-01").required("payouts")).isEmpty();
    assertThat(client.call("downloadStatement", "2020-01").stringValue()).isEqualTo("type,");
    assertThat(client.call("listCollectable", Map.of("limit", 5)).required("data")).isEmpty();

    String scope = "invoice_settlement";
    assertThat(client.call("getWebhook", scope).required("webhookUrl").stringValue())
        .isEqualTo(receiver.url("/"));
    Map<String, Object> elsewhere = Map.of("webhookUrl", receiver.url("/elsewhere"));
    assertThat(client.failure("configureWebhook", scope, elsewhere).at("/code").stringValue())
        .isEqualTo("SCOPE_MISSING");
    for (String call : List.of("deleteWebhook", "rotateWebhookSecret", "testWebhook")) {
      assertThat(client.failure(call, scope).at("/code").stringValue()).isEqualTo("SCOPE_MISSING");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_rotation_is_never_sent_twice(Language language) {
    unreliable.thenProblem(503, "UNAVAILABLE").thenOk("{\"signingSecret\":\"whsec_b3RoZXI=\"}");
    JsonNode failed =
        CLIENTS
            .get(language)
            .at(unreliable.url(), HASTY)
            .failure("rotateWebhookSecret", "invoice_settlement");
    assertThat(failed.required("status").intValue()).isEqualTo(503);
    assertThat(unreliable.received()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void the_feed_and_the_webhook_tell_of_the_outcome(Language language) {
    ClientDriver client = CLIENTS.get(language);
    String id =
        client
            .call("create", order("feed-" + language), key(language, "feed"))
            .required("paymentId")
            .stringValue();
    JsonNode all = client.call("events");
    String last = all.isEmpty() ? null : all.get(all.size() - 1).at("/eventId").stringValue();
    assertThat(client.call("poll", last).required("data")).isEmpty();
    service.callback().report("payment.confirmed", id).expect(200);

    JsonNode page = client.call("poll", last, 30);
    assertThat(page.at("/data/0/paymentId").stringValue()).isEqualTo(id);
    String eventId = page.at("/data/0/eventId").stringValue();
    assertThat(page.required("nextCursor").stringValue()).isEqualTo(eventId);
    assertThat(client.call("events")).hasSize(all.size() + 1);
    assertThat(client.call("get", id, 30).required("status").stringValue()).isEqualTo("success");

    Await.until("delivery", () -> !deliveries(eventId).isEmpty());
    Delivery delivery = deliveries(eventId).getFirst();
    long now = Instant.now().getEpochSecond();
    List<String> both = List.of("whsec_b3RoZXI=", signingSecret);
    assertThat(client.verdict(both, delivery.headers(), delivery.body(), now, Map.of()))
        .isEqualTo("genuine");
    assertThat(client.call("redeliver", eventId).required("redelivered").intValue()).isOne();
    Await.until("redelivery", () -> deliveries(eventId).size() == 2);
    assertThat(
            client
                .call("redeliverAll", "2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z", "none")
                .required("redelivered")
                .intValue())
        .isZero();
  }

  @ParameterizedTest
  @EnumSource
  void a_verifier_tells_the_usual_mistakes(Language language) {
    ClientDriver client = CLIENTS.get(language);
    Map<String, String> headers = Map.of("x-service-signature", "00".repeat(32));
    assertThat(client.failure("verify", "sk_test_1", headers, "e30=", 1).at("/message").asString())
        .contains("whsec_", "the secret of an API key");
    assertThat(
            client
                .failure("verify", "whsec_b3RoZXI=", headers, "e30=", 1)
                .at("/message")
                .asString())
        .contains("x-service-signature is wrong", "raw bytes");
  }

  @ParameterizedTest
  @EnumSource
  void a_refusal_says_what_and_why(Language language) {
    ClientDriver client = CLIENTS.get(language);
    JsonNode faulty =
        client.failure("create", Map.of("amount", "-1", "currency", "XXX"), key(language, "bad"));
    assertThat(faulty.required("type").stringValue()).startsWith("PaymentLinkE");
    assertThat(faulty.required("code").stringValue()).isEqualTo("INVALID_REQUEST");
    assertThat(faulty.required("status").intValue()).isEqualTo(400);
    assertThat(faulty.required("requestId").stringValue()).startsWith("req_");
    assertThat(faulty.required("errors")).hasSize(2);
    assertThat(faulty.required("message").stringValue())
        .contains("400 INVALID_REQUEST", "amount: ", faulty.required("requestId").stringValue());

    client.call("create", order("one"), key(language, "same"));
    JsonNode reused = client.failure("create", order("other"), key(language, "same"));
    assertThat(reused.required("code").stringValue()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    assertThat(client.failure("get", "pay_unknown").required("status").intValue()).isEqualTo(404);
  }

  @ParameterizedTest
  @EnumSource
  void a_lost_answer_is_asked_for_again_with_the_same_key_and_bytes(Language language) {
    unreliable
        .thenHangUp()
        .thenProblem(503, "UNAVAILABLE")
        .then(200, "application/json", PAYMENT, "Idempotent-Replayed", "true");
    JsonNode created =
        CLIENTS.get(language).at(unreliable.url(), HASTY).call("create", order("x"), "key 1");
    assertThat(created.required("replayed").booleanValue()).isTrue();
    assertThat(unreliable.received()).hasSize(3);
    assertThat(unreliable.received()).extracting(Received::idempotencyKey).containsOnly("key 1");
    assertThat(unreliable.received()).extracting(Received::body).allMatch(firstBody()::equals);
  }

  @ParameterizedTest
  @EnumSource
  void retries_are_bounded_and_only_for_what_passes(Language language) {
    ClientDriver.At client = CLIENTS.get(language).at(unreliable.url(), HASTY);
    for (int i = 0; i < 3; i++) {
      unreliable.thenProblem(429, "RATE_LIMITED", "Retry-After", "0");
    }
    JsonNode limited = client.failure("get", "pay_1");
    assertThat(limited.required("code").stringValue()).isEqualTo("RATE_LIMITED");
    assertThat(limited.required("tries").intValue()).isEqualTo(3);
    assertThat(unreliable.received()).hasSize(3);

    for (int status : new int[] {400, 401, 404, 409, 422, 500}) {
      unreliable.thenProblem(status, "NO");
      int before = unreliable.received().size();
      assertThat(client.failure("get", "pay_1").required("status").intValue()).isEqualTo(status);
      assertThat(unreliable.received()).as("after %d", status).hasSize(before + 1);
    }
    // Asked to wait for longer than it may, it gives up at once and says how long.
    unreliable.thenProblem(503, "UNAVAILABLE", "Retry-After", "3");
    int before = unreliable.received().size();
    JsonNode away = client.failure("get", "pay_1");
    assertThat(away.required("retryAfterSeconds").intValue()).isEqualTo(3);
    assertThat(unreliable.received()).hasSize(before + 1);
  }

  @ParameterizedTest
  @EnumSource
  void the_wait_that_the_service_asks_for_is_kept(Language language) {
    unreliable.thenProblem(503, "UNAVAILABLE", "Retry-After", "1").thenOk(PAYMENT);
    long start = System.nanoTime();
    CLIENTS.get(language).at(unreliable.url(), Map.of("maxWaitSeconds", 5)).call("get", "pay_1");
    assertThat(System.nanoTime() - start)
        .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(990));
  }

  @ParameterizedTest
  @EnumSource
  void a_service_that_is_out_of_reach_is_named(Language language) {
    String address = unreliable.url();
    unreliable.close();
    JsonNode unreachable =
        CLIENTS.get(language).at(address, HASTY).failure("create", order("x"), "k");
    assertThat(unreachable.required("code").stringValue()).isEqualTo("NO_ANSWER");
    assertThat(unreachable.required("status").intValue()).isZero();
    assertThat(unreachable.required("tries").intValue()).isEqualTo(3);
    assertThat(unreachable.required("message").stringValue())
        .startsWith("POST " + address + "/sdk/server/create-payment: no answer after 3 tries (")
        .containsIgnoringCase("refused");
  }

  @ParameterizedTest
  @EnumSource
  void an_answer_that_stops_in_the_middle_runs_into_the_timeout(Language language) {
    unreliable.thenStall();
    Map<String, Object> once = Map.of("maxTries", 1, "requestTimeoutSeconds", 0.5);
    JsonNode stalled = CLIENTS.get(language).at(unreliable.url(), once).failure("get", "pay_1");
    assertThat(stalled.required("message").stringValue())
        .isEqualTo(
            "GET "
                + unreliable.url()
                + "/sdk/server/payments/pay_1: no answer after 1 try (timed out)");
  }

  @ParameterizedTest
  @EnumSource
  void a_redirect_is_not_followed_and_a_foreign_page_not_quoted(Language language) {
    ClientDriver.At client = CLIENTS.get(language).at(unreliable.url(), HASTY);
    unreliable.then(307, "text/plain", "", "Location", unreliable.url() + "/elsewhere");
    assertThat(client.failure("cancel", "pay_1").required("status").intValue()).isEqualTo(307);
    assertThat(unreliable.received()).hasSize(1);

    String secret = service.merchant().secretKey().reveal();
    unreliable.then(400, "text/html", "<p>you sent " + secret + "</p>");
    JsonNode page =
        client.failure("get", "pay_1"); // the driver's answer is searched for the secret
    assertThat(page.required("code").stringValue()).isEqualTo("UNEXPECTED_ANSWER");
    unreliable.thenOk("[]");
    assertThat(client.failure("get", "pay_1").required("code").stringValue())
        .isEqualTo("UNEXPECTED_ANSWER");
  }

  @ParameterizedTest
  @EnumSource
  void a_feed_whose_cursor_stands_still_ends(Language language) {
    String page = "{\"data\":[{\"eventId\":\"evt_1\",\"type\":\"t\"}],\"nextCursor\":\"evt_1\"}";
    unreliable.thenOk(page).thenOk(page);
    assertThat(
            CLIENTS
                .get(language)
                .at(unreliable.url(), HASTY)
                .failure("events")
                .required("message")
                .stringValue())
        .contains("nextCursor: expected it to move on");
  }

  @ParameterizedTest
  @EnumSource
  void what_could_give_the_secret_away_is_refused_before_anything_is_sent(Language language) {
    ClientDriver client = CLIENTS.get(language);
    for (String address : List.of("http://example.com", "http://127.0.0.1.example.com")) {
      assertThat(client.at(address, Map.of()).failure("get", "pay_1").at("/message").stringValue())
          .contains("https, because every call carries the secret key");
    }
    for (String address :
        List.of("https://user:hush@example.com", "ftp://hush", "hush", "https://h/?hush")) {
      assertThat(client.at(address, Map.of()).failure("get", "pay_1").at("/message").stringValue())
          .endsWith("https://, a host, no user, no query, no fragment")
          .doesNotContain("hush");
    }
    for (String secret : List.of("hush\n", "hush\r\nX-Other: 1", "hüsh", "")) {
      assertThat(client.failureWithSecret(secret).required("message").stringValue())
          .endsWith("visible ASCII without spaces or line ends, and not empty")
          .doesNotContain("hush");
    }
    for (String id : List.of("", "../x", "pay 1", "pay_1\n", "pay_1?x")) {
      assertThat(client.failure("get", id).required("message").stringValue())
          .endsWith("letters, digits, _ and -");
    }
    for (String key : List.of("", " k", "k ", "k\n", "é")) {
      assertThat(client.failure("create", Map.of(), key).required("message").stringValue())
          .endsWith("no space at either end");
    }
    assertThat(client.failure("create", Map.of("amount", 125.5), "k").at("/message").stringValue())
        .contains("decimal string");
    assertThat(client.call("show").stringValue())
        .contains(service.baseUrl().toString())
        .doesNotContain(service.merchant().apiKey());
  }

  @ParameterizedTest
  @EnumSource
  void a_base_address_with_a_path_is_signed_as_it_is_sent(Language language) {
    unreliable.thenOk(PAYMENT);
    CLIENTS.get(language).at(unreliable.url() + "/a%20b//", HASTY).call("get", "pay_1", 7);
    assertThat(unreliable.received().getFirst().target())
        .isEqualTo("/a%20b/sdk/server/payments/pay_1?waitSeconds=7");
  }

  @ParameterizedTest
  @EnumSource
  void a_header_sent_twice_is_refused_and_the_options_hold(Language language) {
    ClientDriver client = CLIENTS.get(language);
    String id =
        client
            .call("create", order("twice-" + language), key(language, "twice"))
            .required("paymentId")
            .stringValue();
    service.callback().report("payment.confirmed", id).expect(200);
    Await.until("delivery", () -> ofPayment(id).isPresent());
    Delivery delivery = ofPayment(id).orElseThrow();
    long sent = Long.parseLong(delivery.header("webhook-timestamp"));
    List<String> secrets = List.of(signingSecret);
    Map<String, Object> none = Map.of();

    for (String name : List.of("webhook-id", "webhook-timestamp", "webhook-signature")) {
      String value = delivery.header(name);
      Map<String, Object> twice = new LinkedHashMap<>(delivery.headers());
      twice.put(name, List.of(value, value));
      assertThat(client.verdict(secrets, twice, delivery.body(), sent, none)).isEqualTo("HEADERS");
      twice.put(name, value + ", " + value); // as Node, PHP and proxies join them
      assertThat(client.verdict(secrets, twice, delivery.body(), sent, none)).isEqualTo("HEADERS");
      twice.put(name, value);
      twice.put(name.toUpperCase(Locale.ROOT), value);
      assertThat(client.verdict(secrets, twice, delivery.body(), sent, none)).isEqualTo("HEADERS");
    }
    Map<String, Object> wide = Map.of("toleranceSeconds", 600);
    assertThat(client.verdict(secrets, delivery.headers(), delivery.body(), sent + 301, none))
        .isEqualTo("TIMESTAMP");
    assertThat(client.verdict(secrets, delivery.headers(), delivery.body(), sent + 301, wide))
        .isEqualTo("genuine");
    Map<String, Object> bodyOnly =
        Map.of("x-service-signature", delivery.header("x-service-signature"));
    assertThat(client.verdict(secrets, bodyOnly, delivery.body(), sent, none)).isEqualTo("genuine");
    assertThat(client.verdict(secrets, bodyOnly, delivery.body(), sent, Map.of("timedOnly", true)))
        .isEqualTo("HEADERS");
    assertThat(client.verdict(List.of("plain"), delivery.headers(), delivery.body(), sent, none))
        .isEqualTo("SECRET");
  }

  private static Optional<Delivery> ofPayment(String id) {
    return receiver.deliveries().stream().filter(d -> d.body().contains(id)).findFirst();
  }

  private static List<Delivery> deliveries(String eventId) {
    return receiver.deliveries().stream().filter(d -> d.eventId().equals(eventId)).toList();
  }

  private String firstBody() {
    return unreliable.received().getFirst().body();
  }

  private static String key(Language language, String name) {
    return language + "-" + name;
  }

  private static Map<String, Object> order(String reference) {
    Map<String, Object> order = new LinkedHashMap<>();
    order.put("reference", reference);
    order.put("amount", "125.50");
    order.put("description", "Zwei Türme 🗼");
    order.put("customer", Map.of("name", "Zoë", "email", "zoe@example.com"));
    order.put("metadata", Map.of("b", "2/3", "a", "1"));
    return order;
  }
}
