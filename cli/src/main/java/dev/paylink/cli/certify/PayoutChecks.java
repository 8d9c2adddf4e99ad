package dev.paylink.cli.certify;

import dev.paylink.cli.certify.Check.Group;
import dev.paylink.cli.certify.Check.Sees;
import dev.paylink.cli.io.Wire;
import java.util.List;

/** A payout ends in the last of its states, in whatever order its events come. */
final class PayoutChecks {
  private static final String STATUS =
      "Take status, not type: it says where the payout is by now, and never goes back.";

  private PayoutChecks() {}

  static List<Check> all() {
    return List.of(
        check(
            "returned",
            "a payout that the bank sends back is not paid any more",
            "payout.returned and payout.failed can follow payout.paid: open the payments again.",
            Sees.STATE,
            PayoutChecks::returned),
        check(
            "late-report",
            "an earlier state that is reported late changes nothing",
            STATUS,
            Sees.STATE,
            exam -> afterPaid(exam, "paid", 0)),
        check(
            "payout-reordered",
            "of two events that arrive in the wrong order the later state wins",
            STATUS + " Let an event with an earlier status than the one you have change nothing.",
            Sees.STATE,
            exam -> afterPaid(exam, "sent", 20)),
        check(
            "sum-mismatch",
            "a payout whose sums do not agree is answered with 2xx",
            "flags is for a person to look at; the payout is real.",
            Sees.ANSWERS,
            exam -> BodyChecks.paid(exam, exam.confirmed(exam.order()).withMismatch())));
  }

  private static Check check(String id, String title, String mend, Sees sees, Check.Run run) {
    return new Check(id, Group.PAYOUTS, title, mend, sees, run);
  }

  private static Result returned(Exam exam) throws InterruptedException {
    Order payout = exam.order();
    exam.deliver(exam.confirmed(payout, exam.now().minusSeconds(20)));
    Snapshot paid = exam.await(payout, exam::isPaid);
    Wire.Answer answer = exam.deliver(exam.failed(payout, "", exam.now().minusSeconds(10)));
    if (!answer.isSuccess()) {
      return Result.fail(answer + " to payout.returned");
    }
    Snapshot after = exam.await(payout, seen -> !seen.equals(paid));
    return after.equals(paid)
        ? Result.fail("the payout stayed " + paid)
        : Result.pass("from " + paid + " to " + after);
  }

  /** Delivers that it is paid, and then that it was sent, which is as many seconds older. */
  private static Result afterPaid(Exam exam, String status, int secondsOlder)
      throws InterruptedException {
    Order payout = exam.order();
    exam.deliver(exam.confirmed(payout, exam.now().minusSeconds(10)));
    exam.await(payout, exam::isPaid);
    return BodyChecks.unchanged(
        exam, payout, Event.sent(payout, status, exam.now().minusSeconds(secondsOlder)));
  }
}
