package dev.paylink.payout;

import dev.paylink.ids.MerchantId;
import dev.paylink.operator.Operators;
import dev.paylink.operator.RecoverAccount;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.approval.Approval;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.operator.approval.TwoPersonWork;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.webhook.event.FirstAttempts;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Lets operators report payouts where no component does.
 *
 * <ul>
 *   <li>Where the settings say so, two operators have to agree to each report; nobody reports for
 *       their own company.
 *   <li>A state that was reported before is refused: a person is to see that.
 * </ul>
 */
public final class ReportPayout {
  private final ApplyPayout apply;
  private final Operators operators;
  private final Runnable recorded;

  /**
   * Creates the use case.
   *
   * @param recorded tells readers and the queue of deliveries that there may be something new
   */
  ReportPayout(ApplyPayout apply, Operators operators, Runnable recorded) {
    this.apply = apply;
    this.operators = operators;
    this.recorded = recorded;
    operators.approvals().register(FourEyes.payout, new Work());
  }

  /** What was done: the payout, or a request that another operator has to agree to. */
  public sealed interface Result {
    record Applied(ApplyPayout.Result result) implements Result {}

    record Pending(Approval approval) implements Result {}
  }

  /** Reports a payout, or asks another operator to agree. Refuses what was reported before. */
  public Result handle(ActingOperator by, PayoutReport report) {
    if (operators.approvals().needs(FourEyes.payout)) {
      return new Result.Pending(
          operators.approvals().request(by, FourEyes.payout, subject(report), report.json(), null));
    }
    return new Result.Applied(
        apply.handle(report, by.name(), handle -> record(handle, report, by)));
  }

  private void record(Handle handle, PayoutReport report, ActingOperator by) {
    requireNew(handle, report);
    operators
        .log()
        .record(
            handle,
            by.actor(),
            "payout.reported",
            null,
            report.merchantId() + ": " + report.words());
  }

  private void requireNew(Handle handle, PayoutReport report) {
    if (!apply.isNew(handle, report)) {
      throw new Rejection(
          PayoutError.PAYOUT_REPORTED, Message.of("payout.reported", report.status().name()));
    }
  }

  private static String subject(PayoutReport report) {
    return report.merchantId() + " " + report.status() + " " + report.payoutRef();
  }

  private static MerchantId merchant(String subject) {
    return Objects.requireNonNull(MerchantId.parse(subject.substring(0, subject.indexOf(' '))));
  }

  private static PayoutReport report(String details) {
    return PayoutReportParser.parse(details.getBytes(StandardCharsets.UTF_8));
  }

  private final class Work implements TwoPersonWork {
    @Override
    public Plan plan(Handle handle, String subject, String details) {
      PayoutReport report = report(details);
      requireNew(handle, report);
      Payout payout = apply.find(handle, report);
      return new Plan(
          "Report payout %s of %s".formatted(report.words(), report.merchantId()),
          payout == null ? "new" : payout.status() + " " + payout.updatedAt());
    }

    @Override
    public boolean isOwn(Handle handle, String subject, ActingOperator by) {
      return RecoverAccount.isMember(handle, merchant(subject), by);
    }

    @Override
    public @Nullable Secret run(
        Handle handle, Approval approval, ActingOperator by, UnaryOperator<String> link) {
      PayoutReport report = report(approval.details());
      record(handle, report, by);
      apply.warn(apply.apply(handle, report, by.name(), FirstAttempts.NONE));
      return null;
    }

    @Override
    public void done() {
      recorded.run();
    }
  }
}
