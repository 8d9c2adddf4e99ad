package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A merchant gives up its own payment while it is open. */
final class CancelPaymentTest extends SettlementTest {
  @Test
  void open_payment_is_canceled_and_answered_as_its_status_is() {
    String payment = payment("{\"amount\":\"3.00\",\"metadata\":{\"a\":\"é\"}}");
    Reply reply = calls.cancel(payment).expect(200);
    assertThat(reply.text("status")).isEqualTo("failed");
    assertThat(reply.text("failureReason")).isEqualTo("canceled");
    assertThat(reply.text("invoiceStatus")).isEqualTo("open");
    assertThat(reply.body()).isEqualTo(calls.status(payment).body());
  }

  @Test
  void submitted_payment_is_canceled_too() {
    String payment = payment();
    callback.reportWith(SUBMITTED, payment, "\"transaction\":{\"logIndex\":1}").expect(200);
    Reply reply = calls.cancel(payment).expect(200);
    assertThat(reply.text("status")).isEqualTo("failed");
    assertThat(reply.json().required("transaction").isNull()).isTrue();
  }

  @Test
  void merchant_is_told_of_it_with_the_reason() {
    String payment = payment();
    calls.cancel(payment).expect(200);
    assertThat(
            stored.text(
                "select type || ' ' || (convert_from(body, 'UTF8')::json ->> 'failureReason')"
                    + " from event where payment_id = ?",
                Stored.payment(payment)))
        .isEqualTo("payment.failed canceled");
  }

  @Test
  void canceled_twice_it_answers_the_same_and_tells_nothing_more() {
    String payment = payment();
    String first = calls.cancel(payment).expect(200).body();
    assertThat(calls.cancel(payment).expect(200).body()).isEqualTo(first);
    assertThat(eventsOf(payment)).isEqualTo(1);
    assertThat(reportsOf(payment)).isEqualTo(1);
  }

  @Test
  void payment_that_failed_by_itself_keeps_its_reason() {
    String payment = payment();
    callback.reportWith(FAILED, payment, "\"reason\":\"expired\"").expect(200);
    assertThat(calls.cancel(payment).expect(200).text("failureReason")).isEqualTo("expired");
    assertThat(eventsOf(payment)).isEqualTo(1);
  }

  @Test
  void success_cannot_be_canceled() {
    String payment = payment();
    callback.report(CONFIRMED, payment).expect(200);
    calls.cancel(payment).expectProblem(409, "PAYMENT_NOT_OPEN");
    assertThat(statusOf(payment)).isEqualTo("success");
    assertThat(eventTypesOf(payment)).containsExactly(CONFIRMED);
  }

  @Test
  void confirmation_after_it_still_wins_and_then_it_is_too_late() {
    String payment = payment();
    calls.cancel(payment).expect(200);
    expectApplied(callback.report(CONFIRMED, payment), true);
    Reply status = calls.status(payment);
    assertThat(status.text("status")).isEqualTo("success");
    assertThat(status.text("invoiceStatus")).isEqualTo("paid");
    assertThat(status.json().required("failureReason").isNull()).isTrue();
    calls.cancel(payment).expectProblem(409, "PAYMENT_NOT_OPEN");
    assertThat(eventTypesOf(payment)).containsExactly(FAILED, CONFIRMED);
  }

  @Test
  void payment_of_another_merchant_is_not_found_whatever_its_state() {
    String open = payment();
    String succeeded = payment();
    callback.report(CONFIRMED, succeeded).expect(200);
    Reply unknown =
        stranger.cancel("pay_01h455vb4pex5vsknk084sn02q").expectProblem(404, "PAYMENT_NOT_FOUND");
    for (String id : new String[] {open, succeeded}) {
      assertThat(stranger.cancel(id).expect(404).bodyWithoutRequestId())
          .isEqualTo(unknown.bodyWithoutRequestId());
    }
    assertThat(statusOf(open)).isEqualTo("created");
    assertThat(reportsOf(open)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pay_1", "x", "inv_01h455vb4pex5vsknk084sn02q"})
  void malformed_id_is_not_found(String id) {
    calls.cancel(id).expectProblem(404, "PAYMENT_NOT_FOUND");
  }

  @Test
  void it_must_be_signed() {
    String payment = payment();
    calls.without("X-Signature").cancel(payment).expectProblem(401, "INVALID_SIGNATURE");
    calls.without("X-Secret-Key").cancel(payment).expectProblem(401, "INVALID_API_KEY");
    calls.without("X-API-Key").cancel(payment).expectProblem(401, "API_KEY_MISMATCH");
    calls
        .with("X-Signature", "00".repeat(32))
        .cancel(payment)
        .expectProblem(401, "INVALID_SIGNATURE");
    assertThat(statusOf(payment)).isEqualTo("created");
  }
}
