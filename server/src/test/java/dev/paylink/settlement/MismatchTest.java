package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.settlement.apply.ReportBatch;
import dev.paylink.testing.Browser;
import dev.paylink.testing.LoggedBy;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A confirmation that paid something else is refused, recorded and alerted, and changes nothing.
 */
final class MismatchTest extends SettlementTest {
  private static final String ELSEWHERE = "0x00000000000000000000000000000000000000aa";

  private final String ref = UUID.randomUUID().toString();
  private String payment;

  @BeforeEach
  void createPayment() {
    payment = payment();
  }

  @Test
  void payee_is_compared_without_regard_to_case() {
    refused("\"payee\":\"" + ELSEWHERE + "\"", "payee is not the merchant's deposit address");
    confirmed("\"payee\":\"0x" + PAYEE.substring(2).toUpperCase(Locale.ROOT) + "\"");
    confirmed("\"payee\":\"" + PAYEE.toLowerCase(Locale.ROOT) + "\"");
  }

  @Test
  void only_a_token_of_the_currency_is_accepted() {
    refused("\"token\":\"EURC\"", "token is not accepted for USD");
    refused("\"token\":\"usdc\"", "token is not accepted for USD");
    confirmed("\"token\":\"USDC\"");
    String euros = payment("{\"currency\":\"EUR\"}");
    callback.reportWith(CONFIRMED, euros, "\"transaction\":{\"token\":\"EURC\"}").expect(200);
  }

  @Test
  void refused_confirmation_changes_nothing_and_its_reference_stays_free() {
    String before = calls.status(payment).body();
    refused("\"amount\":\"1\"", "amount is not the one asked for");
    assertThat(calls.status(payment).body())
        .isEqualTo(before.replace("\"flags\":[]", "\"flags\":[\"mismatch\"]"));
    assertThat(eventsOf(payment)).isZero();
    assertThat(reportsOf(payment)).isZero();
    expectApplied(callback.send(body("\"amount\":\"125.50\"")), true);
    assertThat(statusOf(payment)).isEqualTo("success");
  }

  @Test
  void success_stays_a_success_when_another_confirmation_does_not_match() {
    callback.report(CONFIRMED, payment).expect(200);
    refused("\"amount\":\"1\"", "amount is not the one asked for");
    assertThat(statusOf(payment)).isEqualTo("success");
    assertThat(invoiceStatusOf(payment)).isEqualTo("paid");
    assertThat(eventsOf(payment)).isEqualTo(1);
  }

  @Test
  void known_reference_is_answered_as_known_whatever_it_brings_now() {
    expectApplied(callback.send(body("\"amount\":\"125.50\"")), true);
    expectApplied(callback.send(body("\"amount\":\"1\"")), false);
    assertThat(mismatchesOf(payment)).isEmpty();
  }

  @Test
  void it_is_recorded_once_however_often_it_is_reported() {
    refused("\"amount\":\"1\"", "amount is not the one asked for");
    refused("\"amount\":\"1\"", "amount is not the one asked for");
    assertThat(mismatchesOf(payment)).containsExactly(ref + ": amount is not the one asked for, 1");
  }

  @Test
  void it_is_counted_and_logged_as_an_error() {
    double before = counted();
    try (LoggedBy log = new LoggedBy(ReportBatch.class)) {
      refused("\"amount\":\"1\"", "amount is not the one asked for");
      assertThat(log.lines())
          .containsExactly(
              "SEVERE settlement mismatch of %s, reported as %s: amount is not the one asked for"
                  .formatted(payment, ref));
    }
    assertThat(counted()).isEqualTo(before + 1);
  }

  /** Only money that arrived can be the wrong money. */
  @Test
  void submissions_and_failures_are_not_held_against_the_payment() {
    String wrong = "\"transaction\":{\"payee\":\"" + ELSEWHERE + "\",\"amount\":\"1\"}";
    expectApplied(callback.reportWith(SUBMITTED, payment, wrong), true);
    expectApplied(callback.reportWith(FAILED, payment, wrong), true);
  }

  private void confirmed(String members) {
    callback.reportWith(CONFIRMED, payment(), "\"transaction\":{" + members + "}").expect(200);
  }

  private void refused(String members, String what) {
    Reply reply = callback.send(body(members)).expectProblem(422, "SETTLEMENT_MISMATCH");
    assertThat(reply.text("detail"))
        .isEqualTo("The transaction does not match the payment: " + what);
  }

  private String body(String members) {
    return """
        {"eventRef":"%s","type":"payment.confirmed","paymentId":"%s","transaction":{%s}}"""
        .formatted(ref, payment, members);
  }

  private static List<String> mismatchesOf(String payment) {
    return stored.texts(
        "select event_ref || ': ' || mismatch || ', ' || (transaction ->> 'amount')"
            + " from settlement_mismatch where payment_id = ?",
        Stored.payment(payment));
  }

  private static double counted() {
    return new Browser(service.internalUrl())
        .get("/metrics")
        .expect(200)
        .body()
        .lines()
        .filter(line -> line.startsWith("paylink_settlement_mismatches_total "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
        .sum();
  }
}
