package dev.paylink.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.paylink.sdk.LoopbackService.Received;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What goes over the wire, and what comes back from it. */
class PaymentLinkClientTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.999Z");
  private static final Instant DAY = Instant.parse("2026-01-01T00:00:00Z");
  private static final NewPayment CAFE =
      NewPayment.builder().amount(new BigDecimal("125.50")).description("Café 🗼").build();

  private final LoopbackService service = new LoopbackService();

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void create_sends_the_signed_bytes() {
    service.thenOk(Answers.CREATED);
    client(service.baseUrl()).create(CAFE, "order 4711");

    Received request = service.onlyRequest();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.target()).isEqualTo("/sdk/server/create-payment");
    assertThat(request.body()).isEqualTo("{\"amount\":\"125.50\",\"description\":\"Café 🗼\"}");
    assertThat(request.header("Authorization")).isEqualTo("Bearer " + LoopbackService.API_KEY);
    assertThat(request.header("X-api-key")).isEqualTo(LoopbackService.API_KEY);
    assertThat(request.header("X-secret-key")).isEqualTo(LoopbackService.SECRET_KEY);
    assertThat(request.header("X-timestamp")).isEqualTo("1767225600");
    assertThat(request.header("X-signature")).isEqualTo(request.expectedSignature());
    assertThat(request.header("X-idempotency-key")).isEqualTo("order 4711");
    assertThat(request.header("Content-type")).isEqualTo("application/json");
  }

  @Test
  void created_payment_has_every_field() {
    service.thenOk(Answers.CREATED);
    CreatedPayment created = client(service.baseUrl()).create(CAFE, "k");
    assertThat(created.paymentId()).isEqualTo(Answers.PAYMENT_ID);
    assertThat(created.invoiceId()).isEqualTo("inv_01jgfj2v00e8z9y3m5k7n9q1s3");
    assertThat(created.invoiceNumber()).isEqualTo("INV-000001");
    assertThat(created.paymentUrl()).hasToString("https://pay.example.com/pay/pay_01?k=Zm9v");
    assertThat(created.x402Url()).hasToString("https://pay.example.com/pay/pay_01/x402");
    assertThat(created.status()).isEqualTo(PaymentStatus.CREATED);
    assertThat(created.amount()).isEqualTo("125.50");
    assertThat(created.currency()).isEqualTo("USD");
    assertThat(created.reference()).isEqualTo("order-4711");
    assertThat(created.expiresAt()).isEqualTo("2026-01-02T00:00:00Z");
    assertThat(created.createdAt()).isEqualTo(DAY);
    assertThat(created.testMode()).isTrue();
    assertThat(created.replayed()).isFalse();
    assertThat(created.description()).isEqualTo("Two tickets");
    assertThat(created.customer()).isEqualTo(new Customer("Zoë", null));
  }

  @Test
  void a_replay_says_so() {
    service.then(200, "application/json", Answers.CREATED, "Idempotent-Replayed", "true");
    assertThat(client(service.baseUrl()).create(CAFE, "k").replayed()).isTrue();
  }

  @Test
  void status_is_signed_without_a_body_and_has_every_field() {
    service.thenOk(Answers.SETTLED);
    Payment payment = client(service.baseUrl()).status(Answers.PAYMENT_ID);

    Received request = service.onlyRequest();
    assertThat(request.method()).isEqualTo("GET");
    assertThat(request.target()).isEqualTo("/sdk/server/status/" + Answers.PAYMENT_ID);
    assertThat(request.body()).isEmpty();
    assertThat(request.header("X-signature")).isEqualTo(request.expectedSignature());
    assertThat(request.header("X-idempotency-key")).isEqualTo("absent");
    assertThat(payment.paymentId()).isEqualTo(Answers.PAYMENT_ID);
    assertThat(payment.status()).isEqualTo(PaymentStatus.SUCCESS);
    assertThat(payment.invoiceId()).isEqualTo("inv_01jgfj2v00e8z9y3m5k7n9q1s3");
    assertThat(payment.invoiceNumber()).isEqualTo("INV-000001");
    assertThat(payment.invoiceStatus()).isEqualTo("paid");
    assertThat(payment.amount()).isEqualTo("125.50");
    assertThat(payment.currency()).isEqualTo("USD");
    assertThat(payment.reference()).isEqualTo("order-4711");
    assertThat(payment.interfaceName()).isEqualTo("service-server");
    assertThat(payment.metadata()).isEqualTo(Map.of("shelf", "A 7"));
    assertThat(payment.failureReason()).isNull();
    Answers.assertSettling(payment.transaction());
    assertThat(payment.createdAt()).isEqualTo(DAY);
    assertThat(payment.updatedAt()).isEqualTo("2026-01-01T00:05:00.123Z");
    assertThat(payment.expiresAt()).isEqualTo("2026-01-02T00:00:00Z");
    assertThat(payment.testMode()).isFalse();
    assertThat(payment.paymentUrl()).hasToString("https://pay.example.com/pay/pay_01?k=Zm9v");
    assertThat(payment.x402Url()).isNull();
    assertThat(payment.description()).isEqualTo("Two tickets");
    assertThat(payment.customer()).isEqualTo(new Customer("Zoë", "zoe@example.com"));
    assertThat(payment.refundedAmount()).isNull();
  }

  @Test
  void what_came_of_a_payment_is_told_and_can_be_accepted() {
    service.thenOk(Answers.SHORT).thenOk(Answers.SETTLED);
    PaymentLinkClient client = client(service.baseUrl());
    Payment payment = client.get(Answers.PAYMENT_ID);
    assertThat(payment.receivedAmount()).isEqualTo("124.50");
    assertThat(payment.missingAmount()).isEqualTo("1.00");
    assertThat(payment.flags()).containsExactly("underpaid", "a-flag-of-tomorrow");
    assertThat(payment.transfers())
        .singleElement()
        .returns(8453L, PaymentTransfer::chainId)
        .returns("0xabc", PaymentTransfer::hash)
        .returns(7L, PaymentTransfer::logIndex)
        .returns(null, PaymentTransfer::token)
        .returns(new BigDecimal("124.500000"), PaymentTransfer::amount)
        .returns(Instant.parse("2026-01-01T00:04:00Z"), PaymentTransfer::receivedAt)
        .returns(false, PaymentTransfer::late)
        .returns(true, PaymentTransfer::counts);
    Payment accepted =
        client.accept(Answers.PAYMENT_ID, Objects.requireNonNull(payment.receivedAmount()), "once");
    Received request = service.received().getLast();
    assertThat(request.target())
        .isEqualTo("/sdk/server/payments/" + Answers.PAYMENT_ID + "/accept");
    assertThat(request.body()).isEqualTo("{\"receivedAmount\":\"124.50\"}");
    assertThat(request.header("X-idempotency-key")).isEqualTo("once");
    assertThat(accepted.flags()).isEmpty();
    assertThat(accepted.transfers()).isEmpty();
  }

  @Test
  void payments_are_equal_if_the_service_said_the_same() {
    service.thenOk(Answers.SETTLED);
    service.thenOk(Answers.SETTLED);
    service.thenOk(Answers.SETTLED.replace("order-4711", "order-4712"));
    PaymentLinkClient client = client(service.baseUrl());
    Payment payment = client.status(Answers.PAYMENT_ID);
    assertThat(client.status(Answers.PAYMENT_ID)).isEqualTo(payment).hasSameHashCodeAs(payment);
    assertThat(client.status(Answers.PAYMENT_ID)).isNotEqualTo(payment);
    assertThat(payment.toString())
        .startsWith("Payment[paymentId=" + Answers.PAYMENT_ID + ", status=success");
  }

  @Test
  void values_can_be_compared_and_printed() {
    Customer zoe = new Customer("Zoë", null);
    assertThat(zoe)
        .isEqualTo(new Customer("Zoë", null))
        .hasSameHashCodeAs(new Customer("Zoë", null))
        .isNotEqualTo(new Customer(null, "Zoë"))
        .isNotEqualTo(null)
        .hasToString("Customer[name=Zoë, email=null]");
  }

  @Test
  void get_waits_for_a_change_where_it_is_asked_to() {
    service.thenOk(Answers.SETTLED).thenOk(Answers.OPEN).thenOk(Answers.SETTLED);
    PaymentLinkClient client = client(service.baseUrl());
    client.get("pay_1");
    assertThat(client.get("pay_1", Duration.ofSeconds(30)).customer()).isNull();
    client.status("pay_1", Duration.ofSeconds(1));
    assertThat(service.received())
        .extracting(Received::target)
        .containsExactly(
            "/sdk/server/payments/pay_1",
            "/sdk/server/payments/pay_1?waitSeconds=30",
            "/sdk/server/status/pay_1?waitSeconds=1");
    assertThat(service.received())
        .allMatch(request -> request.header("X-signature").equals(request.expectedSignature()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> client.get("pay_1", Duration.ofSeconds(31)));
  }

  @Test
  void a_code_for_a_session_is_asked_for() {
    service.thenOk("{\"code\":\"abc\",\"expiresIn\":300}").thenOk("{\"code\":\"d\"}");
    PaymentLinkClient client = client(service.baseUrl());
    assertThat(client.session("pay_1", "user é"))
        .isEqualTo(new SessionCode("abc", Duration.ofMinutes(5)));
    Received request = service.onlyRequest();
    assertThat(request.target()).isEqualTo("/sdk/server/sessions");
    assertThat(request.body()).isEqualTo("{\"paymentId\":\"pay_1\",\"userId\":\"user é\"}");
    assertThat(request.header("X-signature")).isEqualTo(request.expectedSignature());
    assertThatExceptionOfType(PaymentLinkException.class)
        .isThrownBy(() -> client.session("pay_1"))
        .withMessageContaining("expiresIn");
    assertThat(service.received().getLast().body()).isEqualTo("{\"paymentId\":\"pay_1\"}");
  }

  @Test
  void events_are_sent_again() {
    String answer = "{\"redelivered\":2,\"more\":true}";
    service.thenOk(answer).thenOk(answer);
    PaymentLinkClient client = client(service.baseUrl());
    assertThat(client.redeliver("evt_1")).isEqualTo(new Redelivery(2, true));
    client.redeliverAll(DAY, DAY.plusSeconds(1), "none");
    assertThat(service.received())
        .extracting(Received::target)
        .containsExactly("/sdk/server/events/evt_1/redeliver", "/sdk/server/events/redeliver");
    assertThat(service.received().getLast().body())
        .isEqualTo(
            "{\"from\":\"2026-01-01T00:00:00Z\",\"state\":\"none\",\"to\":\"2026-01-01T00:00:01Z\"}");
  }

  @Test
  void list_signs_the_query_as_it_is_sent() {
    service.thenOk(
        "{\"data\":[" + Answers.SETTLED + "," + Answers.OPEN + "],\"nextCursor\":\"+/=\"}");
    PaymentQuery query =
        PaymentQuery.all()
            .withStatus(PaymentStatus.CREATED)
            .withReference("a/b +é&")
            .withCreatedAfter(Instant.parse("2026-01-01T00:00:00Z"))
            .withCreatedBefore(Instant.parse("2026-02-01T00:00:00Z"))
            .withSearch("INV 1")
            .withLimit(50);
    PaymentPage page = client(service.baseUrl()).list(query);

    Received request = service.onlyRequest();
    assertThat(request.target())
        .isEqualTo(
            "/sdk/server/payments?status=created&reference=a%2Fb%20%2B%C3%A9%26"
                + "&createdAfter=2026-01-01T00%3A00%3A00.000Z"
                + "&createdBefore=2026-02-01T00%3A00%3A00.000Z&search=INV%201&limit=50");
    assertThat(request.header("X-signature")).isEqualTo(request.expectedSignature());
    assertThat(page.data()).hasSize(2);
    Payment open = page.data().getLast();
    assertThat(open.amount()).isNull();
    assertThat(open.transaction()).isNull();
    assertThat(open.failureReason()).isEqualTo("expired");
    assertThat(query.withCursor(page.nextCursor()).target()).endsWith("&cursor=%2B%2F%3D");
  }

  @Test
  void list_of_everything_has_no_query_and_the_last_page_no_cursor() {
    service.thenOk("{\"data\":[],\"nextCursor\":null}");
    PaymentPage page = client(service.baseUrl()).list(PaymentQuery.all());
    assertThat(service.onlyRequest().target()).isEqualTo("/sdk/server/payments");
    assertThat(page).isEqualTo(new PaymentPage(List.of(), null));
  }

  @Test
  void a_base_address_may_have_a_path_of_its_own() {
    service.thenOk(Answers.SETTLED);
    client(URI.create(service.baseUrl() + "/a%20b//")).status("pay_1");
    Received request = service.onlyRequest();
    assertThat(request.target()).isEqualTo("/a%20b/sdk/server/status/pay_1");
    assertThat(request.header("X-signature")).isEqualTo(request.expectedSignature());
  }

  private static PaymentLinkClient client(URI baseUrl) {
    ClientOptions options = ClientOptions.defaults().withClock(() -> NOW);
    return PaymentLinkClient.at(
        baseUrl, LoopbackService.API_KEY, LoopbackService.SECRET_KEY, options);
  }
}
