package dev.paylink.cli.certify;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylink.cli.certify.Check.Group;
import dev.paylink.cli.certify.Check.Sees;
import dev.paylink.cli.io.Delivery;
import dev.paylink.cli.io.WebhookSecret;
import dev.paylink.cli.io.Wire;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Only what the service has signed just now counts. Nothing has happened to the payments of forged
 * events, so a shop that asks the service does not pay them either.
 */
final class SignatureChecks {
  private static final Duration LONG = Duration.ofHours(1);
  private static final String[] OF_BODY = {"x-service-signature", "x-service-signature-v2"};
  private static final String[] ALL = {
    "x-service-signature",
    "x-service-signature-v2",
    "webhook-id",
    "webhook-timestamp",
    "webhook-signature"
  };

  private SignatureChecks() {}

  static List<Check> all() {
    return List.of(
        check(
            "unsigned",
            "a delivery without a signature is refused",
            "Answer 400 when the headers are missing; never fall back to trusting the body.",
            (exam, order) ->
                refused(exam, order, exam.signed(Event.confirmed(order, exam.now())).without(ALL))),
        check(
            "forged",
            "a delivery that another secret has signed is refused",
            "Compute the HMAC over the raw bytes with your secret and compare; refuse all else.",
            SignatureChecks::forged),
        check(
            "tampered",
            "a delivery whose body was changed is refused",
            "Verify over the raw bytes as they arrived, not over parts of them.",
            SignatureChecks::tampered),
        check(
            "retimed",
            "an old delivery with a new webhook-timestamp is refused",
            "Sign id, a full stop, the timestamp, a full stop and the body, as they arrived.",
            SignatureChecks::retimed),
        check(
            "stale",
            "a delivery of an hour ago is refused",
            "Refuse a webhook-timestamp that is more than 300 seconds from your clock.",
            (exam, order) -> outOfTime(exam, order, exam.now().minus(LONG))),
        check(
            "ahead",
            "a delivery of the coming hour is refused",
            "Compare the distance to your clock in both directions.",
            (exam, order) -> outOfTime(exam, order, exam.now().plus(LONG))),
        check(
            "malformed",
            "headers that make no sense are refused with 4xx",
            "Check the form of each header before you use it: a short signature or a time that is no"
                + " number must not end in an exception.",
            SignatureChecks::malformed),
        check(
            "rotated",
            "during a rotation either secret verifies",
            "Take each value of webhook-signature in turn, skip versions other than v1, and accept"
                + " when one is right. x-service-signature is of the new secret at once.",
            SignatureChecks::rotated));
  }

  /** Carries a check out on an order of its own. */
  @FunctionalInterface
  private interface OnOrder {
    Result of(Exam exam, Order order) throws InterruptedException;
  }

  private static Check check(String id, String title, String mend, OnOrder run) {
    return new Check(
        id, Group.SIGNATURES, title, mend, Sees.ANSWERS, exam -> run.of(exam, exam.order()));
  }

  private static Result forged(Exam exam, Order order) throws InterruptedException {
    Event event = Event.confirmed(order, exam.now());
    WebhookSecret other = WebhookSecret.random();
    Delivery forged = Delivery.signed(other, event.id(), event.body(), 1, exam.now());
    return refused(
        exam,
        order,
        forged,
        forged.without(OF_BODY),
        forged.without(ALL).with("x-service-signature", other.ofBody(event.body())));
  }

  private static Result tampered(Exam exam, Order order) throws InterruptedException {
    // Signed for a failure, and sent as a success.
    Event genuine = Event.failed(order, "expired", exam.now());
    String body =
        new String(genuine.body(), UTF_8)
            .replace("payment.failed", "payment.confirmed")
            .replace("\"status\":\"failed\"", "\"status\":\"success\"")
            .replace("payout.returned", "payout.paid")
            .replace("\"status\":\"returned\"", "\"status\":\"paid\"");
    return refused(exam, order, exam.signed(genuine).withBody(body.getBytes(UTF_8)));
  }

  private static Result retimed(Exam exam, Order order) throws InterruptedException {
    Delivery old = signedAt(exam, Event.confirmed(order, exam.now()), exam.now().minus(LONG));
    String now = Long.toString(exam.now().getEpochSecond());
    return refused(exam, order, old.without(OF_BODY).with("webhook-timestamp", now));
  }

  /** A receiver that only knows the headers over the body cannot tell; the contract allows it. */
  private static Result outOfTime(Exam exam, Order order, Instant at) throws InterruptedException {
    Result result = refused(exam, order, signedAt(exam, Event.confirmed(order, exam.now()), at));
    if (result.outcome() != Result.Outcome.FAIL) {
      return result;
    }
    Event timedOnly = Event.confirmed(exam.order(), exam.now());
    return exam.send(exam.signed(timedOnly).without(OF_BODY)).isSuccess()
        ? result
        : Result.warn(
            result.seen()
                + "; it verifies x-service-signature, which has no time: whoever saw a delivery can"
                + " send it again");
  }

  private static Result malformed(Exam exam, Order order) throws InterruptedException {
    Delivery right = exam.signed(Event.confirmed(order, exam.now()));
    Delivery timed = right.without(OF_BODY);
    return refused(
        exam,
        order,
        timed.with("webhook-signature", "v1,AAAA"),
        timed.with("webhook-signature", "nonsense"),
        timed.with("webhook-timestamp", "yesterday"),
        timed.with("webhook-timestamp", "9".repeat(40)),
        right.without(ALL).with("x-service-signature", "abc"));
  }

  private static Result rotated(Exam exam, Order order) {
    WebhookSecret other = WebhookSecret.random();
    for (int i = 0; i < 3; i++) {
      Event event = exam.confirmed(i == 0 ? order : exam.order());
      Delivery delivery = exam.signed(event);
      String right = delivery.headers().get("webhook-signature");
      String time = String.valueOf(delivery.headers().get("webhook-timestamp"));
      String wrong = other.ofTimed(event.id(), time, event.body());
      String ofBody = other.ofBody(event.body());
      Delivery sent =
          switch (i) {
            case 0 -> // the receiver has the old secret
                delivery
                    .with("webhook-signature", wrong + ' ' + right)
                    .with("x-service-signature", ofBody)
                    .with("x-service-signature-v2", "sha256=" + ofBody);
            case 1 -> delivery.with("webhook-signature", right + ' ' + wrong);
            default -> delivery.with("webhook-signature", "v9,bm90IHlldA== " + right);
          };
      Wire.Answer answer = exam.send(sent);
      if (!answer.isSuccess()) {
        return Result.fail(
            answer
                + switch (i) {
                  case 0 -> " while it has the old secret";
                  case 1 -> " while it has the new secret";
                  default -> " to a signature beside one of a later version";
                });
      }
    }
    return Result.pass("accepted with the old secret and with the new one");
  }

  private static Delivery signedAt(Exam exam, Event event, Instant at) {
    return Delivery.signed(exam.examinee().secret(), event.id(), event.body(), 1, at);
  }

  /** Expects that none of these is accepted, and that the order stays as it was. */
  private static Result refused(Exam exam, Order order, Delivery... deliveries)
      throws InterruptedException {
    Snapshot before = exam.sees() ? exam.look(order) : Snapshot.UNKNOWN;
    String weak = "";
    String seen = "";
    for (Delivery delivery : deliveries) {
      Wire.Answer answer = exam.send(delivery);
      if (answer.isSuccess()) {
        return Result.fail(answer.toString());
      }
      seen = answer.toString();
      weak = answer.status() / 100 == 4 ? weak : seen;
    }
    if (exam.sees()) {
      Snapshot after = exam.afterwards(order);
      if (!after.equals(before)) {
        return Result.fail(seen + ", but the order went from " + before + " to " + after);
      }
    }
    return weak.isEmpty()
        ? Result.pass(seen)
        : Result.warn(weak + ": that is no 2xx, but it looks like a crash; answer 400");
  }
}
