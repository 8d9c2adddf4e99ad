package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.id.TypeId;
import dev.paylink.settlement.apply.Cancel;
import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.PaymentChange;
import dev.paylink.settlement.apply.Report;
import dev.paylink.settlement.apply.ReportBatch;
import dev.paylink.settlement.apply.ReportResult;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several payments of one invoice: it is paid while any of them is a success. */
final class SharedInvoiceTest extends SettlementTest {
  private String invoice;
  private String first;
  private String second;

  @BeforeEach
  void createTwoPaymentsOfOneInvoice() {
    Reply created = calls.create("{\"amount\":\"125.50\"}").expect(200);
    first = created.text("paymentId");
    invoice = created.text("invoiceId");
    second = payment(forInvoice(invoice));
  }

  @Test
  void invoice_is_paid_while_any_payment_is_a_success() {
    callback.report(CONFIRMED, first).expect(200);
    expectInvoice("paid", 1);
    callback.report(CONFIRMED, second).expect(200);
    expectInvoice("paid", 2);
    callback.report(FAILED, first).expect(200);
    expectInvoice("paid", 1);
    callback.report(FAILED, first).expect(200);
    expectInvoice("paid", 1);
    callback.report(FAILED, second).expect(200);
    expectInvoice("open", 0);
  }

  @Test
  void failure_of_one_payment_leaves_the_invoice_of_the_other_paid_and_the_event_says_so() {
    callback.report(CONFIRMED, first).expect(200);
    callback.report(FAILED, second).expect(200);
    assertThat(invoiceStatusesTold()).containsExactly("paid", "paid");
    callback.report(FAILED, first).expect(200);
    assertThat(invoiceStatusesTold()).containsExactly("paid", "paid", "open");
  }

  @Test
  void another_merchants_invoice_takes_no_payment_and_looks_like_none() {
    Reply foreign = stranger.create(forInvoice(invoice));
    assertThat(foreign.expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly("invoiceId");
    Reply unknown = stranger.create(forInvoice("inv_01jgfj2v00e8z9y3m5k7n9q1s3"));
    assertThat(unknown.bodyWithoutRequestId()).isEqualTo(foreign.bodyWithoutRequestId());
    assertThat(paymentsOf(invoice)).isEqualTo(2);
  }

  @Test
  void paid_invoice_takes_no_further_payment_until_it_is_open_again() {
    callback.report(CONFIRMED, first).expect(200);
    Reply refused = calls.create(forInvoice(invoice)).expectProblem(400, "INVALID_REQUEST");
    assertThat(refused.faultyFields()).containsExactly("invoiceId");
    assertThat(refused.body()).contains("is already paid");
    assertThat(paymentsOf(invoice)).isEqualTo(2);
    callback.report(FAILED, first).expect(200);
    calls.create(forInvoice(invoice)).expect(200);
  }

  @Test
  void both_settled_in_one_batch_are_both_counted() {
    List<PaymentChange.Result> results =
        inOneBatch(report(OutcomeType.CONFIRMED, first), report(OutcomeType.CONFIRMED, second));
    assertThat(results).hasOnlyElementsOfType(ReportResult.Recorded.class);
    expectInvoice("paid", 2);
    inOneBatch(report(OutcomeType.FAILED, first));
    expectInvoice("paid", 1);
  }

  @Test
  void one_that_fails_again_in_the_same_batch_is_not_counted() {
    inOneBatch(
        report(OutcomeType.CONFIRMED, first),
        report(OutcomeType.CONFIRMED, second),
        report(OutcomeType.FAILED, first),
        report(OutcomeType.SUBMITTED, first),
        report(OutcomeType.FAILED, second));
    expectInvoice("open", 0);
    assertThat(invoiceStatusesTold()).containsExactly("paid", "paid", "paid", "open");
    assertThat(statusOf(first)).isEqualTo("failed");
  }

  @Test
  void one_reference_twice_in_a_batch_is_applied_once() {
    Report confirmed = report(OutcomeType.CONFIRMED, first);
    Report otherOfTheSameName =
        new Report(confirmed.eventRef(), OutcomeType.FAILED, id(second), null, null, null);
    assertThat(inOneBatch(confirmed, confirmed, otherOfTheSameName))
        .extracting(result -> ((ReportResult.Recorded) result).applied())
        .containsExactly(true, false, false);
    expectInvoice("paid", 1);
    assertThat(statusOf(second)).isEqualTo("created");
  }

  /** What a canceled payment's invoice is, also when its other payment settled a moment before. */
  @Test
  void result_tells_the_invoice_as_the_batch_leaves_it() {
    calls.cancel(second).expect(200);
    List<PaymentChange.Result> results =
        inOneBatch(
            report(OutcomeType.CONFIRMED, first),
            new Cancel(
                UUID.randomUUID().toString(),
                id(second),
                Objects.requireNonNull(MerchantId.parse(service.merchant().merchantId()))));
    ReportResult.Recorded canceled = (ReportResult.Recorded) results.getLast();
    assertThat(canceled.payment().invoiceStatus().name()).isEqualTo("paid");
  }

  @Test
  void unknown_payment_in_a_batch_does_not_disturb_its_neighbours() {
    PaymentId unknown = new PaymentId(UUID.randomUUID());
    Report toNobody = new Report("nobody", OutcomeType.CONFIRMED, unknown, null, null, null);
    assertThat(inOneBatch(toNobody, report(OutcomeType.CONFIRMED, first), toNobody))
        .satisfiesExactly(
            result -> assertThat(result).isInstanceOf(ReportResult.UnknownPayment.class),
            result -> assertThat(result).isInstanceOf(ReportResult.Recorded.class),
            result -> assertThat(result).isInstanceOf(ReportResult.UnknownPayment.class));
    expectInvoice("paid", 1);
  }

  private static List<PaymentChange.Result> inOneBatch(PaymentChange... settlements) {
    try {
      return stored
          .jdbi()
          .inTransaction(
              handle -> {
                ReportBatch batch = batch(handle, settlements);
                batch.store();
                return batch.results();
              });
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String forInvoice(String id) {
    return "{\"invoiceId\":\"" + id + "\"}";
  }

  private static int paymentsOf(String invoiceId) {
    return Integer.parseInt(
        stored.text(
            "select count(*) from payment where invoice_id = ?",
            Objects.requireNonNull(TypeId.parse("inv", invoiceId))));
  }

  private static PaymentId id(String payment) {
    return Objects.requireNonNull(PaymentId.parse(payment));
  }

  private void expectInvoice(String status, int successes) {
    assertThat(invoiceStatusOf(first)).isEqualTo(status);
    assertThat(invoiceStatusOf(second)).isEqualTo(status);
    assertThat(
            stored.text(
                "select i.status || ' ' || i.successes from invoice i join payment p"
                    + " on p.merchant_id = i.merchant_id and p.invoice_id = i.id where p.id = ?",
                Stored.payment(first)))
        .isEqualTo(status + " " + successes);
  }

  private List<String> invoiceStatusesTold() {
    return new ArrayList<>(
        stored.texts(
            "select convert_from(body, 'UTF8')::json ->> 'invoiceStatus' from event"
                + " where payment_id in (?, ?) order by position",
            Stored.payment(first),
            Stored.payment(second)));
  }
}
