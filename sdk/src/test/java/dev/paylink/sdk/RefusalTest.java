package dev.paylink.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.paylink.sdk.PaymentLinkException.FieldError;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever comes back instead of the answer becomes one exception that says what is known. */
class RefusalTest {
  private static final String PROBLEM = "application/problem+json";

  private final LoopbackService service = new LoopbackService();

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void a_problem_tells_all_its_faults() {
    service.then(
        400,
        "Application/Problem+JSON; charset=utf-8",
        """
        {"type":"https://x/invalid","title":"Invalid","status":400,"detail":"2 faults",
         "code":"INVALID_REQUEST","requestId":"req_1","errors":[
           {"field":"amount","message":"must be positive"},
           {"field":"customer.email","message":"is no address"}]}
        """);
    PaymentLinkException refusal = refusal();
    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.code()).isEqualTo("INVALID_REQUEST");
    assertThat(refusal.detail()).isEqualTo("2 faults");
    assertThat(refusal.requestId()).isEqualTo("req_1");
    assertThat(refusal.retryAfter()).isNull();
    assertThat(refusal.errors())
        .containsExactly(
            new FieldError("amount", "must be positive"),
            new FieldError("customer.email", "is no address"));
    assertThat(refusal)
        .hasMessage(
            "400 INVALID_REQUEST: 2 faults; amount: must be positive;"
                + " customer.email: is no address; request req_1");
  }

  @Test
  void a_problem_with_only_a_code_is_enough() {
    service.then(404, PROBLEM, "{\"code\":\"PAYMENT_NOT_FOUND\"}", "X-Request-Id", "req_2");
    PaymentLinkException refusal = refusal();
    assertThat(refusal.code()).isEqualTo("PAYMENT_NOT_FOUND");
    assertThat(refusal.requestId()).isEqualTo("req_2");
    assertThat(refusal.errors()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "<html>", "[]", "{}", "{\"code\":1}", "{\"code\":\"A\",\"errors\":[1]}"})
  void a_problem_that_cannot_be_read_still_has_its_status(String body) {
    service.then(422, PROBLEM, body, "X-Request-Id", "req_3");
    PaymentLinkException refusal = refusal();
    assertThat(refusal.status()).isEqualTo(422);
    assertThat(refusal.code()).isEqualTo(PaymentLinkException.UNEXPECTED_ANSWER);
    assertThat(refusal.requestId()).isEqualTo("req_3");
  }

  @Test
  void a_body_that_is_not_the_services_own_is_not_quoted() {
    service.then(400, "text/html", "<p>you sent " + LoopbackService.SECRET_KEY + "</p>");
    PaymentLinkException refusal = refusal();
    assertThat(refusal.code()).isEqualTo(PaymentLinkException.UNEXPECTED_ANSWER);
    assertThat(refusal).hasMessageNotContaining(LoopbackService.SECRET_KEY);
  }

  @Test
  void a_redirect_is_not_followed() {
    service.then(307, "text/plain", "", "Location", service.baseUrl() + "/elsewhere");
    assertThat(refusal().status()).isEqualTo(307);
    assertThat(service.received()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<html>", "[]", "{}", "{\"paymentId\":1}"})
  void a_success_that_cannot_be_read_is_an_unexpected_answer(String body) {
    service.thenOk(body);
    PaymentLinkException refusal = refusal();
    assertThat(refusal.status()).isEqualTo(200);
    assertThat(refusal.code()).isEqualTo(PaymentLinkException.UNEXPECTED_ANSWER);
  }

  @Test
  void a_fifth_status_is_an_unexpected_answer() {
    service.thenOk(Answers.SETTLED.replace("\"success\"", "\"Success\""));
    assertThat(refusal()).hasMessageContaining("one of the four statuses");
  }

  @Test
  void a_refusal_survives_serialization() throws IOException, ClassNotFoundException {
    service.then(400, PROBLEM, "{\"code\":\"A\",\"errors\":[{\"field\":\"f\",\"message\":\"m\"}]}");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(refusal());
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(((PaymentLinkException) in.readObject()).errors())
          .containsExactly(new FieldError("f", "m"));
    }
  }

  private PaymentLinkException refusal() {
    PaymentLinkClient client =
        PaymentLinkClient.at(
            service.baseUrl(), LoopbackService.API_KEY, LoopbackService.SECRET_KEY);
    return assertThatExceptionOfType(PaymentLinkException.class)
        .isThrownBy(() -> client.status("pay_1"))
        .actual();
  }
}
