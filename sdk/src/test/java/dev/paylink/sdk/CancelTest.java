package dev.paylink.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.paylink.sdk.LoopbackService.Received;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CancelTest {
  private static final String CANCELED = Answers.OPEN.replace("expired", "canceled");

  private final LoopbackService service = new LoopbackService();
  private final PaymentLinkClient client =
      PaymentLinkClient.at(
          service.baseUrl(),
          LoopbackService.API_KEY,
          LoopbackService.SECRET_KEY,
          ClientOptions.defaults().withMaxWait(Duration.ZERO));

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void a_cancel_is_signed_and_has_neither_body_nor_idempotency_key() {
    service.thenOk(CANCELED);
    Payment payment = client.cancel("pay_01jgfj2v00e8z9y3m5k7n9q1s4");

    assertThat(payment.status()).isEqualTo(PaymentStatus.FAILED);
    assertThat(payment.failureReason()).isEqualTo("canceled");
    Received request = service.onlyRequest();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.target())
        .isEqualTo("/sdk/server/payments/pay_01jgfj2v00e8z9y3m5k7n9q1s4/cancel");
    assertThat(request.body()).isEmpty();
    assertThat(request.header("Content-length")).isEqualTo("0");
    assertThat(request.header("Content-type")).isEqualTo("absent");
    assertThat(request.header("X-api-key")).isEqualTo(LoopbackService.API_KEY);
    assertThat(request.header("X-signature")).isEqualTo(request.expectedSignature());
    assertThat(request.header("X-idempotency-key")).isEqualTo("absent");
  }

  @Test
  void a_cancel_whose_answer_was_lost_is_repeated() {
    service.thenHangUp().thenOk(CANCELED);
    assertThat(client.cancel("pay_1").failureReason()).isEqualTo("canceled");
    assertThat(service.received()).hasSize(2);
  }

  @Test
  void a_payment_that_succeeded_stays() {
    service.thenProblem(409, "PAYMENT_NOT_OPEN");
    assertThatExceptionOfType(PaymentLinkException.class)
        .isThrownBy(() -> client.cancel("pay_1"))
        .satisfies(e -> assertThat(e.code()).isEqualTo("PAYMENT_NOT_OPEN"));
    assertThat(service.received()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "..", "a/b", "a?b"})
  void an_id_that_would_change_the_path_is_refused(String id) {
    assertThatIllegalArgumentException().isThrownBy(() -> client.cancel(id));
    assertThat(service.received()).isEmpty();
  }
}
