package dev.paylink.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.paylink.sdk.LoopbackService.Received;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real server that misbehaves; the waits in between are recorded, not waited. */
class RetryTest {
  private static final NewPayment PAYMENT = NewPayment.builder().reference("order-4711").build();

  private final LoopbackService service = new LoopbackService();
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Duration> waits = new ArrayList<>();
  private final AtomicLong seconds = new AtomicLong(1_767_225_600);

  @AfterEach
  void stop() {
    service.close();
    http.shutdownNow();
  }

  @Test
  void a_create_whose_answer_was_lost_is_repeated_with_the_same_key_and_bytes() {
    service
        .thenHangUp()
        .then(200, "application/json", Answers.CREATED, "Idempotent-Replayed", "true");
    CreatedPayment created = client(options()).create(PAYMENT, "order-4711");

    assertThat(created.replayed()).isTrue();
    Received first = service.received().getFirst();
    Received second = service.received().getLast();
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.header("X-idempotency-key")).isEqualTo("order-4711");
    assertThat(waits).hasSize(1);
  }

  @Test
  void each_try_is_signed_for_its_own_time() {
    service.thenHangUp().thenHangUp().thenOk(Answers.CREATED);
    client(options()).create(PAYMENT, "k");
    assertThat(service.received())
        .extracting(request -> request.header("X-timestamp"))
        .containsExactly("1767225600", "1767225601", "1767225602");
    assertThat(service.received())
        .allMatch(request -> request.header("X-signature").equals(request.expectedSignature()));
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 502, 503, 504})
  void a_passing_refusal_is_tried_again(int status) {
    service.thenProblem(status, "UNAVAILABLE").thenOk(Answers.SETTLED);
    assertThat(client(options()).status("pay_1").status()).isEqualTo(PaymentStatus.SUCCESS);
    assertThat(service.received()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 400, 401, 403, 404, 409, 422, 500, 501})
  void any_other_refusal_is_final(int status) {
    service.thenProblem(status, "NO");
    assertThatExceptionOfType(PaymentLinkException.class)
        .isThrownBy(() -> client(options()).create(PAYMENT, "k"))
        .satisfies(refusal -> assertThat(refusal.status()).isEqualTo(status));
    assertThat(service.received()).hasSize(1);
    assertThat(waits).isEmpty();
  }

  @Test
  void the_service_says_how_long_to_wait() {
    service
        .thenProblem(429, "RATE_LIMITED", "Retry-After", "7")
        .thenProblem(503, "UNAVAILABLE", "Retry-After", "10")
        .thenOk(Answers.CREATED);
    client(options()).create(PAYMENT, "k");
    assertThat(waits).containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(10));
  }

  @Test
  void a_service_that_asks_for_too_long_a_wait_is_not_waited_for() {
    service.thenProblem(429, "TOO_MANY_AUTH_FAILURES", "Retry-After", "11");
    assertThatExceptionOfType(PaymentLinkException.class)
        .isThrownBy(() -> client(options()).create(PAYMENT, "k"))
        .satisfies(e -> assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(11)));
    assertThat(waits).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "soon", "-1", "Wed, 21 Oct 2026 07:28:00 GMT", "9999999999"})
  void without_a_usable_wish_the_wait_is_short_but_never_none(String wish) {
    service.thenProblem(503, "UNAVAILABLE", "Retry-After", wish).thenOk(Answers.CREATED);
    client(options()).create(PAYMENT, "k");
    assertThat(waits.getFirst()).isBetween(Duration.ofMillis(100), Duration.ofMillis(200));
  }

  @Test
  void waits_grow_up_to_the_greatest() {
    for (int i = 0; i < 5; i++) {
      service.thenHangUp();
    }
    ClientOptions patient = options().withMaxTries(5).withMaxWait(Duration.ofMillis(500));
    assertThatExceptionOfType(NoAnswerException.class)
        .isThrownBy(() -> client(patient).status("pay_1"));
    assertThat(waits).hasSize(4);
    assertThat(waits.get(1)).isBetween(Duration.ofMillis(200), Duration.ofMillis(400));
    assertThat(waits.get(3)).isBetween(Duration.ofMillis(250), Duration.ofMillis(500));
  }

  @Test
  void the_last_try_tells_why_it_failed() {
    service.thenHangUp().thenHangUp().thenProblem(503, "UNAVAILABLE", "Retry-After", "1");
    assertThatExceptionOfType(PaymentLinkException.class)
        .isThrownBy(() -> client(options()).create(PAYMENT, "k"))
        .withMessage("503 UNAVAILABLE: why");
    assertThat(service.received()).hasSize(3);
  }

  private ClientOptions options() {
    return ClientOptions.defaults()
        .withClock(() -> Instant.ofEpochSecond(seconds.getAndIncrement()));
  }

  private PaymentLinkClient client(ClientOptions options) {
    Credentials credentials = new Credentials(LoopbackService.API_KEY, LoopbackService.SECRET_KEY);
    return new PaymentLinkClient(
        new SignedRequests(service.baseUrl(), credentials, options.clock(), false),
        new RetryingTransport(http, options, waits::add));
  }
}
