package dev.paylink.cli.certify;

import dev.paylink.cli.certify.Check.Group;
import dev.paylink.cli.certify.Check.Sees;
import dev.paylink.cli.io.Wire;
import java.util.List;

/** What the body may hold, today and one day. */
final class BodyChecks {
  private BodyChecks() {}

  static List<Check> all() {
    return List.of(
        new Check(
            "raw-bytes",
            Group.BODIES,
            "text beyond ASCII verifies",
            "Verify the raw bytes. A framework that parsed the body and wrote it again has changed"
                + " them.",
            Sees.ANSWERS,
            exam -> paid(exam, exam.confirmed(exam.order()).beyondAscii())),
        new Check(
            "rewritten",
            Group.BODIES,
            "a body that parsing and writing again would change verifies",
            "Verify the raw bytes, before any parser. White space, the form of numbers and escapes"
                + " are signed too.",
            Sees.ANSWERS,
            exam -> paid(exam, exam.confirmed(exam.order()).writtenOtherwise())),
        new Check(
            "new-members",
            Group.BODIES,
            "members that it does not know do no harm",
            "Ignore what you do not know; we add members without a new version.",
            Sees.ANSWERS,
            exam -> {
              Order order = exam.order();
              Result result = paid(exam, exam.confirmed(order).withNewMembers());
              return result.isPass() && exam.sees() ? isPaid(exam, order, result) : result;
            }),
        new Check(
            "unknown-type",
            Group.BODIES,
            "an event of an unknown type is answered with 2xx and changes nothing",
            "Act on the types that you know and answer 204 to all others.",
            Sees.ANSWERS,
            exam -> {
              Order order = exam.order();
              return unchanged(exam, order, Event.ofUnknownType(order, exam.now()));
            }),
        new Check(
            "test-event",
            Group.BODIES,
            "webhook.test, which is about no payment or payout, is answered with 2xx",
            "Look at the type before you read the payment's members.",
            Sees.ANSWERS,
            exam -> paid(exam, exam.test())));
  }

  /** Returns what only a payment can bring. */
  static List<Check> ofPayments() {
    return List.of(
        new Check(
            "overpaid",
            Group.BODIES,
            "more money for a paid order ships nothing again",
            "payment.overpaid is for your bookkeeping: the order is paid already.",
            Sees.ANSWERS,
            exam -> {
              Order order = exam.order();
              Wire.Answer answer = exam.deliver(exam.confirmed(order));
              if (exam.sees()) {
                exam.await(order, exam::isPaid);
              }
              return answer.isSuccess()
                  ? unchanged(exam, order, Event.overpaid(order, exam.now()))
                  : Result.fail(answer.toString());
            }));
  }

  static Result paid(Exam exam, Event event) {
    Wire.Answer answer = exam.deliver(event);
    return answer.isSuccess() ? Result.pass(answer.toString()) : Result.fail(answer.toString());
  }

  private static Result isPaid(Exam exam, Order order, Result result) throws InterruptedException {
    Snapshot seen = exam.await(order, exam::isPaid);
    return exam.isPaid(seen) ? result : Result.fail(result.seen() + ", but the order is " + seen);
  }

  /** Expects that an event is accepted, and that the order stays as it was. */
  static Result unchanged(Exam exam, Order order, Event event) throws InterruptedException {
    Snapshot before = exam.sees() ? exam.look(order) : Snapshot.UNKNOWN;
    Wire.Answer answer = exam.deliver(event);
    if (!answer.isSuccess()) {
      return Result.fail(answer.toString());
    }
    Snapshot after = exam.sees() ? exam.afterwards(order) : before;
    return after.equals(before)
        ? Result.pass(answer.toString())
        : Result.fail(answer + ", and the order went from " + before + " to " + after);
  }
}
