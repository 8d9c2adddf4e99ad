package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A reference names one outcome of a merchant: the second report of it changes nothing. */
final class RepeatedReportTest extends SettlementTest {
  private final String ref = UUID.randomUUID().toString();

  @Test
  void same_report_again_is_not_applied_and_not_told_again() {
    String payment = payment();
    expectApplied(callback.report(ref, CONFIRMED, payment), true);
    expectApplied(callback.report(ref, CONFIRMED, payment), false);
    assertThat(eventTypesOf(payment)).containsExactly(CONFIRMED);
    assertThat(reportsOf(payment)).isEqualTo(1);
  }

  @Test
  void other_type_under_the_same_reference_is_not_applied() {
    String payment = payment();
    callback.report(ref, CONFIRMED, payment).expect(200);
    assertThat(expectApplied(callback.report(ref, FAILED, payment), false).text("status"))
        .isEqualTo("success");
    assertThat(statusOf(payment)).isEqualTo("success");
    assertThat(eventTypesOf(payment)).containsExactly(CONFIRMED);
  }

  @Test
  void other_payment_of_the_merchant_under_the_same_reference_stays_as_it_is() {
    callback.report(ref, CONFIRMED, payment()).expect(200);
    String other = payment();
    assertThat(expectApplied(callback.report(ref, CONFIRMED, other), false).body())
        .isEqualTo("{\"paymentId\":\"" + other + "\",\"status\":\"created\",\"applied\":false}");
    assertThat(statusOf(other)).isEqualTo("created");
    assertThat(eventsOf(other)).isZero();
  }

  @Test
  void other_merchant_may_use_the_same_reference() {
    String theirs = stranger.create("{}").expect(200).text("paymentId");
    callback.report(ref, CONFIRMED, payment()).expect(200);
    expectApplied(callback.report(ref, CONFIRMED, theirs), true);
    assertThat(stranger.status(theirs).text("status")).isEqualTo("success");
  }

  @Test
  void repeated_on_another_node_it_is_known_there() {
    String payment = payment();
    callback.report(ref, CONFIRMED, payment).expect(200);
    expectApplied(otherNode.callback().report(ref, CONFIRMED, payment), false);
    assertThat(eventsOf(payment)).isEqualTo(1);
  }

  @Test
  void references_differ_by_case_and_may_hold_any_character() {
    String payment = payment();
    expectApplied(callback.report("é€😀 '\\\\ {\\\"},NULL", FAILED, payment), true);
    expectApplied(callback.report("é€😀 '\\\\ {\\\"},NULL", FAILED, payment), false);
    expectApplied(callback.report("é€😀 '\\\\ {\\\"},null", FAILED, payment), true);
  }

  /** A submission that came too late is remembered, too. */
  @Test
  void report_that_was_no_news_stays_without_effect() {
    String payment = payment();
    callback.report(CONFIRMED, payment).expect(200);
    expectApplied(callback.report(ref, SUBMITTED, payment), false);
    expectApplied(callback.report(ref, FAILED, payment), false);
    assertThat(statusOf(payment)).isEqualTo("success");
  }
}
