package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Every outcome from every state. */
final class OutcomeTest extends SettlementTest {
  @ParameterizedTest
  @CsvSource(
      useHeadersInDisplayName = true,
      textBlock =
          """
          BEFORE,    OUTCOME,           STATUS,    APPLIED, INVOICE, TOLD
          created,   payment.submitted, submitted, true,    open,    true
          submitted, payment.submitted, submitted, false,   open,    false
          success,   payment.submitted, success,   false,   paid,    false
          failed,    payment.submitted, failed,    false,   open,    false
          created,   payment.confirmed, success,   true,    paid,    true
          submitted, payment.confirmed, success,   true,    paid,    true
          success,   payment.confirmed, success,   true,    paid,    true
          failed,    payment.confirmed, success,   true,    paid,    true
          created,   payment.failed,    failed,    true,    open,    true
          submitted, payment.failed,    failed,    true,    open,    true
          success,   payment.failed,    failed,    true,    open,    true
          failed,    payment.failed,    failed,    true,    open,    true
          """)
  void outcome_applies(
      String before,
      String outcome,
      String status,
      boolean applied,
      String invoiceStatus,
      boolean told) {
    String payment = paymentThatIs(before);
    int eventsBefore = eventsOf(payment);
    Reply reply = expectApplied(callback.report(outcome, payment), applied);
    assertThat(reply.text("status")).isEqualTo(status);
    assertThat(statusOf(payment)).isEqualTo(status);
    assertThat(invoiceStatusOf(payment)).isEqualTo(invoiceStatus);
    assertThat(eventsOf(payment)).isEqualTo(eventsBefore + (told ? 1 : 0));
    assertThat(invoiceOf(payment, "successes")).isEqualTo(status.equals("success") ? "1" : "0");
    assertThat(
            stored.texts(
                "select applied from settlement_event where payment_id = ? and not applied",
                Stored.payment(payment)))
        .hasSize(applied ? 0 : 1);
  }

  /** Of another chain than all other tests, which share the suspensions. */
  @Test
  void reported_confirmation_in_a_suspended_token_is_held() {
    String payment = payment();
    stored.change(
        "insert into token_suspension (chain_id, token, reason, suspended_by)"
            + " values (137, 'USDC', 'depegged', 'one')");
    try {
      expectApplied(
          callback.reportWith(
              CONFIRMED, payment, "\"transaction\":{\"chainId\":137,\"token\":\"USDC\"}"),
          false);
    } finally {
      stored.change("delete from token_suspension where chain_id = 137");
    }
    assertThat(statusOf(payment)).isEqualTo("created");
    assertThat(calls.status(payment).json().required("flags").valueStream())
        .extracting(JsonNode::asString)
        .containsExactly("held");
    assertThat(eventTypesOf(payment)).containsExactly("payment.held");
  }

  @Test
  void late_confirmation_wins_over_expiry_and_a_reorganisation_reopens_the_invoice() {
    String payment = payment();
    callback.reportWith(FAILED, payment, "\"reason\":\"expired\"").expect(200);
    assertThat(calls.status(payment).text("failureReason")).isEqualTo("expired");
    callback.report(CONFIRMED, payment).expect(200);
    assertThat(calls.status(payment).json().required("failureReason").isNull()).isTrue();
    assertThat(invoiceStatusOf(payment)).isEqualTo("paid");
    callback.reportWith(FAILED, payment, "\"reason\":\"reorg\"").expect(200);
    assertThat(calls.status(payment).text("failureReason")).isEqualTo("reorg");
    assertThat(invoiceStatusOf(payment)).isEqualTo("open");
    callback.report(CONFIRMED, payment).expect(200);
    assertThat(invoiceStatusOf(payment)).isEqualTo("paid");
    assertThat(eventTypesOf(payment)).containsExactly(FAILED, CONFIRMED, FAILED, CONFIRMED);
  }

  @Test
  void transaction_and_reason_are_those_of_the_last_outcome() {
    String payment = payment();
    callback.reportWith(SUBMITTED, payment, "\"transaction\":{\"logIndex\":1}").expect(200);
    assertThat(transactionOf(payment).required("logIndex").asInt()).isEqualTo(1);
    callback.reportWith(CONFIRMED, payment, "\"transaction\":{\"logIndex\":2}").expect(200);
    assertThat(transactionOf(payment).required("logIndex").asInt()).isEqualTo(2);
    callback.reportWith(SUBMITTED, payment, "\"transaction\":{\"logIndex\":3}").expect(200);
    assertThat(transactionOf(payment).required("logIndex").asInt()).isEqualTo(2);
    callback.report(FAILED, payment).expect(200);
    assertThat(transactionOf(payment).isNull()).isTrue();
    assertThat(calls.status(payment).json().required("failureReason").isNull()).isTrue();
  }

  @Test
  void reason_of_a_confirmation_is_no_failure_reason() {
    String payment = payment();
    callback.reportWith(CONFIRMED, payment, "\"reason\":\"looks fine\"").expect(200);
    assertThat(calls.status(payment).json().required("failureReason").isNull()).isTrue();
  }

  @Test
  void time_of_change_moves_on_and_the_time_of_creation_stays() {
    String payment = payment();
    Reply created = calls.status(payment);
    assertThat(created.text("updatedAt")).isEqualTo(created.text("createdAt"));
    Await.until("a later millisecond", () -> Instant.now().isAfter(at(created).plusMillis(2)));
    callback.report(CONFIRMED, payment).expect(200);
    Reply confirmed = calls.status(payment);
    assertThat(at(confirmed)).isAfter(at(created)).isBefore(Instant.now().plusSeconds(2));
    assertThat(confirmed.text("createdAt")).isEqualTo(created.text("createdAt"));
    assertThat(confirmed.text("expiresAt")).isEqualTo(created.text("expiresAt"));
    callback.report(SUBMITTED, payment).expect(200);
    assertThat(at(calls.status(payment))).isEqualTo(at(confirmed));
    assertThat(invoiceOf(payment, "updated_at = '" + confirmed.text("updatedAt") + "'"))
        .isEqualTo("t");
  }

  @Test
  void payment_of_an_open_amount_takes_the_confirmed_one_and_keeps_it() {
    String payment = payment("{}");
    callback.reportWith(SUBMITTED, payment, "\"transaction\":{\"amount\":\"9\"}").expect(200);
    assertThat(calls.status(payment).json().required("amount").isNull()).isTrue();
    callback.reportWith(CONFIRMED, payment, "\"transaction\":{\"amount\":\"40.5\"}").expect(200);
    assertThat(calls.status(payment).text("amount")).isEqualTo("40.50");
    assertThat(lastEventOf(payment)).contains("\"amount\":\"40.50\"");
    callback.reportWith(FAILED, payment, "\"transaction\":{\"amount\":\"1\"}").expect(200);
    assertThat(calls.status(payment).text("amount")).isEqualTo("40.50");
  }

  @Test
  void open_amount_that_is_not_told_stays_open() {
    String payment = payment("{}");
    callback.report(CONFIRMED, payment).expect(200);
    assertThat(calls.status(payment).json().required("amount").isNull()).isTrue();
    assertThat(statusOf(payment)).isEqualTo("success");
  }

  private static String paymentThatIs(String status) {
    String payment = payment();
    switch (status) {
      case "submitted" -> callback.report(SUBMITTED, payment).expect(200);
      case "success" -> callback.report(CONFIRMED, payment).expect(200);
      case "failed" -> callback.report(FAILED, payment).expect(200);
      default -> assertThat(status).isEqualTo("created");
    }
    assertThat(statusOf(payment)).isEqualTo(status);
    return payment;
  }

  private static JsonNode transactionOf(String payment) {
    return calls.status(payment).json().required("transaction");
  }

  private static Instant at(Reply status) {
    return Instant.parse(status.text("updatedAt"));
  }

  private static String lastEventOf(String payment) {
    return stored.text(
        "select convert_from(body, 'UTF8') from event where payment_id = ?"
            + " order by position desc limit 1",
        Stored.payment(payment));
  }

  private static String invoiceOf(String payment, String column) {
    return stored.text(
        "select i."
            + column
            + " from invoice i join payment p"
            + " on p.merchant_id = i.merchant_id and p.invoice_id = i.id where p.id = ?",
        Stored.payment(payment));
  }
}
