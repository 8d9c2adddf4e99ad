package dev.paylink.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A service that never gives a whole answer cannot hold its caller. */
class NoAnswerTest {
  private static final ClientOptions ONCE = ClientOptions.defaults().withMaxTries(1);

  private final LoopbackService service = new LoopbackService();
  private final CountDownLatch testIsOver = new CountDownLatch(1);

  @AfterEach
  void stop() {
    testIsOver.countDown();
    service.close();
  }

  @Test
  void a_service_that_is_not_there_gives_no_answer() {
    service.close();
    assertThatExceptionOfType(NoAnswerException.class)
        .isThrownBy(() -> client(ONCE.withMaxTries(3).withMaxWait(Duration.ZERO)).status("pay_1"))
        .withMessageStartingWith(
            "GET " + service.baseUrl() + "/sdk/server/status/pay_1: no answer after 3 tries (")
        .satisfies(e -> assertThat(e.tries()).isEqualTo(3))
        .satisfies(e -> assertThat(e.code()).isEqualTo(PaymentLinkException.NO_ANSWER))
        .satisfies(e -> assertThat(e.status()).isZero());
  }

  @Test
  void an_answer_that_stops_in_the_middle_runs_into_the_timeout() {
    service.then(
        exchange -> {
          exchange.sendResponseHeaders(200, 100);
          exchange.getResponseBody().write('{');
          exchange.getResponseBody().flush();
          awaitEndOfTest();
        });
    ClientOptions hasty = ONCE.withRequestTimeout(Duration.ofMillis(300));
    assertThatExceptionOfType(NoAnswerException.class)
        .isThrownBy(() -> client(hasty).status("pay_1"))
        .withCauseInstanceOf(HttpTimeoutException.class);
  }

  @Test
  void an_answer_without_end_is_cut_off() {
    service.then(
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] spaces = " ".repeat(1024 * 1024).getBytes(UTF_8);
          while (true) {
            exchange.getResponseBody().write(spaces);
          }
        });
    assertThatExceptionOfType(NoAnswerException.class)
        .isThrownBy(() -> client(ONCE).status("pay_1"))
        .havingCause()
        .withMessageContaining("over " + RetryingTransport.MAX_ANSWER_BYTES + " bytes");
  }

  @Test
  void an_interrupted_caller_stops_at_once_and_stays_interrupted() {
    Thread.currentThread().interrupt();
    service.then(exchange -> awaitEndOfTest());
    assertThatExceptionOfType(NoAnswerException.class)
        .isThrownBy(
            () -> client(ClientOptions.defaults()).create(NewPayment.builder().build(), "k"))
        .withCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void one_try_is_one_try() {
    service.thenHangUp();
    assertThatExceptionOfType(NoAnswerException.class)
        .isThrownBy(() -> client(ONCE).create(NewPayment.builder().build(), "k"))
        .withMessageStartingWith(
            "POST " + service.baseUrl() + "/sdk/server/create-payment: no answer after 1 try (");
  }

  private PaymentLinkClient client(ClientOptions options) {
    return PaymentLinkClient.at(
        service.baseUrl(), LoopbackService.API_KEY, LoopbackService.SECRET_KEY, options);
  }

  private void awaitEndOfTest() {
    try {
      testIsOver.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
