package dev.paylink.cli.certify;

import dev.paylink.cli.certify.Check.Group;
import dev.paylink.cli.certify.Check.Sees;
import dev.paylink.cli.io.Wire;
import java.util.List;

/** A genuine event has its effect; all else is measured against it. */
final class BasicChecks {
  private static final long SLOW_MILLIS = 5_000;

  private BasicChecks() {}

  static List<Check> before() {
    return List.of(
        new Check(
            "genuine",
            Group.BASICS,
            "a genuine event is answered with 2xx, and the order is paid",
            "Verify with the secret of PAYLINK_WEBHOOK_SECRET, store the event, answer 204."
                + " paylink verify webhook explains a signature that does not match.",
            Sees.ANSWERS,
            BasicChecks::genuine));
  }

  static List<Check> after() {
    return List.of(
        new Check(
            "in-time",
            Group.BASICS,
            "every genuine event is answered well within ten seconds",
            "Store the event, answer, and do the work afterwards: after ten seconds we count it as"
                + " failed and send it again.",
            Sees.ANSWERS,
            exam -> inTime(exam.slowestMillis(), exam.examinee().timeout().toMillis())));
  }

  private static Result genuine(Exam exam) throws InterruptedException {
    Order order = exam.order();
    Snapshot before = exam.look(order);
    Wire.Answer answer = exam.deliver(exam.confirmed(order));
    if (answer.status() == 0) {
      return Result.fail(answer.toString())
          .fixedBy("Start the receiver, or correct its address; then run certify again.");
    }
    if (!answer.isSuccess()) {
      return Result.fail(answer + hint(answer));
    }
    if (!exam.sees()) {
      return Result.pass(answer.toString());
    }
    Snapshot paid = exam.await(order, seen -> !seen.equals(before));
    if (!paid.isKnown()) {
      exam.goBlind("the shop does not know payments that it did not make; give --order-url");
      return Result.pass(answer + "; the order cannot be seen");
    }
    if (paid.equals(before)) {
      return Result.fail(answer + ", but the order stayed " + before + exam.hintOfAsking());
    }
    Order other = exam.order();
    Snapshot untouched = exam.look(other);
    exam.deliver(exam.confirmed(other));
    exam.learn(paid, exam.await(other, seen -> !seen.equals(untouched)));
    return Result.pass(answer + ", the order is " + paid);
  }

  private static Result inTime(long slowest, long limit) {
    String seen = "the slowest took " + slowest + " ms";
    if (slowest >= limit) {
      return Result.fail(seen);
    }
    return slowest > SLOW_MILLIS ? Result.warn(seen) : Result.pass(seen);
  }

  private static String hint(Wire.Answer answer) {
    return switch (answer.status()) {
      case 400, 401, 403 -> " to a genuine event: does it use this secret?";
      case 404, 405 -> ": is this the path of the receiver?";
      case 301, 302, 303, 307, 308 -> ": redirects are not followed";
      default -> "";
    };
  }
}
