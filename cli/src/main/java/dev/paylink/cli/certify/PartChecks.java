package dev.paylink.cli.certify;

import dev.paylink.cli.io.Delivery;
import dev.paylink.cli.io.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A body arrives in parts: half of it, slowly, cut inside a character. */
final class PartChecks {
  private static final int PARTS = 5;
  private static final Duration BETWEEN_PARTS = Duration.ofMillis(150);

  /** How long a receiver has to notice that the sender is gone. */
  private static final Duration UNTIL_NOTICED = Duration.ofSeconds(5);

  private PartChecks() {}

  static List<Check> all() {
    return List.of(
        DeliveryChecks.check(
            "cut-body",
            "half a body counts for nothing, and the whole one afterwards counts",
            "Read as many bytes as content-length says, verify, and only then remember the eventId.",
            PartChecks::cutBody),
        DeliveryChecks.check(
            "slow-sender",
            "a body that arrives in parts is read to its end",
            "Collect all parts of the body before you verify.",
            PartChecks::slowSender),
        DeliveryChecks.check(
            "cut-char",
            "a part that ends inside a character does no harm",
            "Collect bytes, not text: decode the body once, when all of it is there.",
            PartChecks::cutCharacter),
        DeliveryChecks.check(
            "busy",
            "others are served while one sender is slow",
            "Serve requests side by side: more than one thread, or no blocking read.",
            PartChecks::busy));
  }

  private static Result cutBody(Exam exam) throws InterruptedException {
    Order order = exam.order();
    Event event = exam.confirmed(order);
    Delivery first = exam.signed(event);
    Wire.talk(
        exam.examinee().url(),
        UNTIL_NOTICED,
        wire -> {
          wire.send(wire.head("POST", first.headers(), first.body().length));
          wire.send(Arrays.copyOf(first.body(), first.body().length / 2));
          wire.end();
          return wire.answer(); // or the whole one could overtake it
        });
    Wire.Answer again = exam.deliver(event);
    return again.isSuccess()
        ? DeliveryChecks.once(exam, order, again.toString())
        : Result.fail(again.toString());
  }

  private static Result slowSender(Exam exam) throws InterruptedException {
    Order order = exam.order();
    Delivery delivery = exam.signed(exam.confirmed(order));
    Wire.Answer answer =
        Wire.talk(exam.examinee().url(), exam.examinee().timeout(), wire -> slowly(wire, delivery));
    return answer.isSuccess()
        ? DeliveryChecks.once(exam, order, answer.toString())
        : Result.fail(answer.toString());
  }

  private static Wire.Answer slowly(Wire wire, Delivery delivery) throws IOException {
    byte[] body = delivery.body();
    wire.send(wire.head("POST", delivery.headers(), body.length));
    for (int part = 0; part < PARTS; part++) {
      pause();
      wire.send(
          Arrays.copyOfRange(body, body.length * part / PARTS, body.length * (part + 1) / PARTS));
    }
    pause(); // the answer is not read at once either
    return wire.answer();
  }

  private static Result cutCharacter(Exam exam) throws InterruptedException {
    Order order = exam.order();
    Delivery delivery = exam.signed(exam.confirmed(order).beyondAscii());
    byte[] body = delivery.body();
    int cut = insideCharacter(body);
    Wire.Answer answer =
        Wire.talk(
            exam.examinee().url(),
            exam.examinee().timeout(),
            wire -> {
              wire.send(wire.head("POST", delivery.headers(), body.length));
              wire.send(Arrays.copyOf(body, cut));
              pause();
              wire.send(Arrays.copyOfRange(body, cut, body.length));
              return wire.answer();
            });
    return answer.isSuccess()
        ? DeliveryChecks.once(exam, order, answer.toString())
        : Result.fail(answer.toString());
  }

  /** Returns where the first byte is that continues a character of UTF-8. */
  static int insideCharacter(byte[] utf8) {
    int at = 0;
    while ((utf8[at] & 0xC0) != 0x80) {
      at++;
    }
    return at;
  }

  private static Result busy(Exam exam) throws InterruptedException {
    Order slow = exam.order();
    Delivery held = exam.signed(exam.confirmed(slow));
    CountDownLatch half = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Duration patience = exam.examinee().timeout().multipliedBy(2);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Wire.Answer> holding =
          threads.submit(
              () ->
                  Wire.talk(
                      exam.examinee().url(),
                      patience,
                      wire -> {
                        int middle = held.body().length / 2;
                        wire.send(wire.head("POST", held.headers(), held.body().length));
                        wire.send(Arrays.copyOf(held.body(), middle));
                        half.countDown();
                        await(goOn);
                        wire.send(Arrays.copyOfRange(held.body(), middle, held.body().length));
                        return wire.answer();
                      }));
      half.await(patience.toMillis(), TimeUnit.MILLISECONDS);
      Wire.Answer other = exam.send(exam.signed(exam.confirmed(exam.order())));
      goOn.countDown();
      Wire.Answer slowAnswer = DeliveryChecks.got(holding);
      return other.isSuccess() && slowAnswer.isSuccess()
          ? Result.pass(other + " meanwhile")
          : Result.fail(other + " while another sender was slow; that one: " + slowAnswer);
    }
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(BETWEEN_PARTS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
