package dev.paylink.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Outcomes at the push of a button, in a sandbox only. */
final class SimulateTest {
  @AutoClose private static final TestService SERVICE = TestService.start();
  @AutoClose private static final TestService OTHER_NODE = SERVICE.anotherNode();
  private static final SignedCalls CALLS = SERVICE.calls();

  @ParameterizedTest
  @CsvSource({
    "submitted, submitted, true, -, 1",
    "confirmed, success, true, -, 1",
    "failed, failed, true, reverted, 1",
    "expired, failed, true, expired, 1",
    "duplicate, success, false, -, 1"
  })
  void outcome_is_simulated(
      String outcome, String status, boolean applied, String reason, int events) {
    String payment = create().text("paymentId");
    assertThat(simulate(CALLS, payment, outcome).expect(200).body())
        .isEqualTo(
            "{\"paymentId\":\"%s\",\"status\":\"%s\",\"applied\":%s}"
                .formatted(payment, status, applied));
    Reply reply = CALLS.status(payment);
    assertThat(reply.text("status")).isEqualTo(status);
    JsonNode failureReason = reply.json().required("failureReason");
    assertThat(failureReason.isNull() ? "-" : failureReason.asString()).isEqualTo(reason);
    assertThat(
            SERVICE
                .stored()
                .texts("select id from event where payment_id = ?", Stored.payment(payment)))
        .hasSize(events);
  }

  @Test
  void confirmation_looks_like_one_of_a_chain() {
    String payment = create().text("paymentId");
    simulate(CALLS, payment, "confirmed").expect(200);
    Reply reply = CALLS.status(payment);
    JsonNode transaction = reply.json().required("transaction");
    assertThat(transaction.required("hash").asString()).matches("0x[0-9a-f]{64}");
    assertThat(transaction.required("token").asString()).isEqualTo("USDC");
    assertThat(transaction.required("amount").asString()).isEqualTo("125.50");
    assertThat(reply.text("invoiceStatus")).isEqualTo("paid");
  }

  @Test
  void payment_of_an_open_amount_can_be_confirmed_too() {
    String payment = CALLS.create("{\"currency\":\"EUR\"}").expect(200).text("paymentId");
    assertThat(simulate(CALLS, payment, "confirmed").expect(200).text("status"))
        .isEqualTo("success");
  }

  @Test
  void every_push_is_an_outcome_of_its_own() {
    String payment = create().text("paymentId");
    for (String outcome : List.of("submitted", "expired", "confirmed", "failed", "confirmed")) {
      assertThat(simulate(CALLS, payment, outcome).expect(200).text("applied")).isEqualTo("true");
    }
    assertThat(simulate(CALLS, payment, "submitted").expect(200).text("applied"))
        .isEqualTo("false");
    assertThat(CALLS.status(payment).text("status")).isEqualTo("success");
  }

  @Test
  void whoever_holds_the_whole_link_may_push_and_nobody_else() {
    Reply created = create();
    String payment = created.text("paymentId");
    String token = token(created);
    String wrong = (token.startsWith("A") ? "B" : "A") + token.substring(1);
    byLink(wrong, payment).expectProblem(404, "PAYMENT_NOT_FOUND");
    byLink("x", payment).expectProblem(404, "PAYMENT_NOT_FOUND");
    byLink(token(create()), payment).expectProblem(404, "PAYMENT_NOT_FOUND");
    byLink(token, "pay_01h455vb4pex5vsknk084sn02q").expectProblem(404, "PAYMENT_NOT_FOUND");
    assertThat(CALLS.status(payment).text("status")).isEqualTo("created");
    byLink(token, payment).expect(200);
    assertThat(CALLS.status(payment).text("status")).isEqualTo("success");
    assertThat(SERVICE.logged()).doesNotContain(token);
  }

  @Test
  void payment_of_another_merchant_and_malformed_ids_are_not_found() {
    String payment = create().text("paymentId");
    SignedCalls stranger = SERVICE.callsAs(OTHER_NODE);
    simulate(stranger, payment, "confirmed").expectProblem(404, "PAYMENT_NOT_FOUND");
    simulate(CALLS, "pay_1", "confirmed").expectProblem(404, "PAYMENT_NOT_FOUND");
    assertThat(CALLS.status(payment).text("status")).isEqualTo("created");
  }

  @Test
  void key_and_secret_are_needed_without_the_link() {
    String payment = create().text("paymentId");
    simulate(CALLS.without("X-Secret-Key"), payment, "confirmed")
        .expectProblem(401, "INVALID_API_KEY");
    SERVICE.browser().post(path(payment), body("confirmed")).expectProblem(401, "INVALID_API_KEY");
    SERVICE
        .browser()
        .with("X-API-Key", SERVICE.merchant().apiKey())
        .with("X-Secret-Key", SERVICE.merchant().secretKey().reveal())
        .post(path(payment), body("confirmed"))
        .expect(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"outcome\":\"paid\"}",
        "{\"outcome\":\"Confirmed\"}",
        "{\"outcome\":1}",
        "{\"outcome\":\"\"}",
        "{}",
        "{\"outcom\":\"confirmed\",\"outcome\":\"confirmed\"}"
      })
  void unknown_outcome_is_refused_and_changes_nothing(String body) {
    String payment = create().text("paymentId");
    Reply reply = CALLS.post(path(payment), body).expectProblem(400, "INVALID_REQUEST");
    assertThat(reply.faultyFields()).hasSize(1);
    assertThat(CALLS.status(payment).text("status")).isEqualTo("created");
  }

  @Test
  void live_instance_has_no_such_call() {
    try (TestService live = TestService.builder().live().start()) {
      live.browser()
          .with("X-Link-Token", "x")
          .post(path("pay_01h455vb4pex5vsknk084sn02q"), body("confirmed"))
          .expectProblem(404, "NOT_FOUND");
    }
  }

  private static Reply create() {
    return CALLS.create("{\"amount\":\"125.50\"}").expect(200);
  }

  private static Reply simulate(SignedCalls merchant, String payment, String outcome) {
    return merchant.simulate("payments/" + payment, outcome);
  }

  private static Reply byLink(String token, String payment) {
    return SERVICE.browser().with("X-Link-Token", token).post(path(payment), body("confirmed"));
  }

  private static String path(String payment) {
    return "/sandbox/payments/" + payment + "/simulate";
  }

  private static String body(String outcome) {
    return "{\"outcome\":\"" + outcome + "\"}";
  }

  private static String token(Reply created) {
    String url = created.text("paymentUrl");
    return url.substring(url.lastIndexOf('/') + 1);
  }
}
