package dev.paylink.cli.certify;

import dev.paylink.cli.certify.Check.Group;
import dev.paylink.cli.certify.Check.Sees;
import dev.paylink.cli.io.Wire;
import java.time.Instant;
import java.util.List;

/** An outcome is not final, and events come in no promised order: the order follows the newest. */
final class OrderChecks {
  private static final String NEWEST =
      "Keep the createdAt of the newest event of a payment, and let an older one change nothing.";

  private OrderChecks() {}

  static List<Check> all() {
    return List.of(
        check(
            "taken-back",
            "a success that the chain takes back stops the order",
            "payment.failed can follow payment.confirmed (failureReason reorg): hold the order, and"
                + " let a person look when it was shipped.",
            OrderChecks::takenBack),
        check(
            "given-again",
            "a success that is given again counts, and ships nothing twice",
            "Let payment.confirmed after payment.failed bring the order back; remember that it was"
                + " shipped.",
            OrderChecks::givenAgain),
        check(
            "late-money",
            "money that arrives after the payment failed counts",
            "payment.confirmed can follow payment.failed: do not close an order for good.",
            OrderChecks::lateMoney),
        check(
            "reordered",
            "of two events that arrive in the wrong order the newer one wins",
            NEWEST,
            OrderChecks::reordered),
        check(
            "old-news",
            "a success that comes again after a failure changes nothing",
            "Process each eventId once. " + NEWEST,
            OrderChecks::oldNews));
  }

  private static Check check(String id, String title, String fix, Check.Run run) {
    return new Check(id, Group.ORDERS, title, fix, Sees.STATE, run);
  }

  private static Result takenBack(Exam exam) throws InterruptedException {
    Order order = exam.order();
    Snapshot paid = paid(exam, order, earlier(exam, 20));
    Wire.Answer answer = exam.deliver(exam.failed(order, "reorg", earlier(exam, 10)));
    if (!answer.isSuccess()) {
      return Result.fail(answer + " to the failure");
    }
    Snapshot after = exam.await(order, seen -> !seen.equals(paid));
    return after.equals(paid)
        ? Result.fail("the order stayed " + paid)
        : Result.pass("from " + paid + " to " + after);
  }

  private static Result givenAgain(Exam exam) throws InterruptedException {
    Order order = exam.order();
    Snapshot paid = paid(exam, order, earlier(exam, 30));
    exam.deliver(exam.failed(order, "reorg", earlier(exam, 20)));
    exam.await(order, seen -> !seen.equals(paid));
    Wire.Answer answer = exam.deliver(exam.confirmed(order, earlier(exam, 10)));
    if (!answer.isSuccess()) {
      return Result.fail(answer + " to the second success");
    }
    exam.await(order, exam::isPaid);
    Snapshot again = exam.afterwards(order);
    if (!exam.isPaid(again)) {
      return Result.fail("the order is " + again + ", not " + exam.paidOnce());
    }
    String shipments = again.counts().get("shipments");
    return shipments == null || shipments.equals(paid.counts().get("shipments"))
        ? Result.pass("the order is " + again + " again")
        : Result.fail("shipped again: the order went from " + paid + " to " + again);
  }

  private static Result lateMoney(Exam exam) throws InterruptedException {
    Order order = exam.order();
    Wire.Answer failed = exam.deliver(exam.failed(order, "expired", earlier(exam, 20)));
    Wire.Answer paid = exam.deliver(exam.confirmed(order, earlier(exam, 10)));
    if (!failed.isSuccess() || !paid.isSuccess()) {
      return Result.fail(failed + " to the failure, then " + paid);
    }
    return isPaid(exam, exam.await(order, exam::isPaid));
  }

  private static Result reordered(Exam exam) throws InterruptedException {
    Order lost = exam.order();
    Event success = exam.confirmed(lost, earlier(exam, 20));
    exam.deliver(exam.failed(lost, "reorg", earlier(exam, 10)));
    exam.deliver(success);
    Snapshot after = exam.afterwards(lost);
    if (exam.isPaid(after)) {
      return Result.fail("an older success after a newer failure made the order " + after);
    }
    Order won = exam.order();
    Event failure = exam.failed(won, "expired", earlier(exam, 20));
    exam.deliver(exam.confirmed(won, earlier(exam, 10)));
    exam.deliver(failure);
    Snapshot kept = exam.afterwards(won);
    return exam.isPaid(kept)
        ? Result.pass("the newer one wins in both ways")
        : Result.fail("an older failure after a newer success made the order " + kept);
  }

  private static Result oldNews(Exam exam) throws InterruptedException {
    Order order = exam.order();
    Event success = exam.confirmed(order, earlier(exam, 20));
    exam.deliver(success);
    exam.await(order, exam::isPaid);
    exam.deliver(exam.failed(order, "reorg", earlier(exam, 10)));
    Snapshot before = exam.afterwards(order);
    Wire.Answer again = exam.deliver(success);
    Snapshot after = exam.afterwards(order);
    if (!again.isSuccess()) {
      return Result.fail(again + " to the repeat");
    }
    return after.equals(before)
        ? Result.pass("the order stays " + after)
        : Result.fail("the order went from " + before + " to " + after);
  }

  private static Snapshot paid(Exam exam, Order order, Instant at) throws InterruptedException {
    exam.deliver(exam.confirmed(order, at));
    return exam.await(order, exam::isPaid);
  }

  private static Result isPaid(Exam exam, Snapshot seen) {
    return exam.isPaid(seen)
        ? Result.pass("the order is " + seen)
        : Result.fail("the order is " + seen + ", not " + exam.paidOnce());
  }

  private static Instant earlier(Exam exam, long seconds) {
    return exam.now().minusSeconds(seconds);
  }
}
