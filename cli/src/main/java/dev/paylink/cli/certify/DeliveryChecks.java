package dev.paylink.cli.certify;

import dev.paylink.cli.certify.Check.Group;
import dev.paylink.cli.certify.Check.Sees;
import dev.paylink.cli.io.Delivery;
import dev.paylink.cli.io.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** An event arrives at least once: twice, at the same time, slowly, in part. */
final class DeliveryChecks {
  private static final int COPIES = 8;
  private static final int PARTS = 5;
  private static final Duration BETWEEN_PARTS = Duration.ofMillis(150);
  private static final Duration RESTART = Duration.ofSeconds(60);
  private static final String ONCE =
      "Keep the eventIds you have processed, as a unique column written in the same transaction as"
          + " the work, and answer 2xx to a repeat.";

  private DeliveryChecks() {}

  static List<Check> all(Examinee examinee) {
    List<Check> checks = new ArrayList<>();
    checks.add(
        check(
            "duplicate",
            "an event that comes again changes nothing and is answered with 2xx",
            ONCE,
            DeliveryChecks::duplicate));
    checks.add(
        check(
            "parallel",
            "copies that come at the same moment count once",
            ONCE + " Two threads must not both find it missing.",
            DeliveryChecks::parallel));
    checks.add(
        check(
            "lost-answer",
            "an event whose answer was lost is accepted again, and counts once",
            ONCE,
            DeliveryChecks::lostAnswer));
    checks.add(
        check(
            "cut-body",
            "half a body counts for nothing, and the whole one afterwards counts",
            "Read as many bytes as content-length says, verify, and only then remember the eventId.",
            DeliveryChecks::cutBody));
    checks.add(
        check(
            "slow-sender",
            "a body that arrives in parts is read to its end",
            "Collect all parts of the body before you verify.",
            DeliveryChecks::slowSender));
    checks.add(
        check(
            "busy",
            "others are served while one sender is slow",
            "Serve requests side by side: more than one thread, or no blocking read.",
            DeliveryChecks::busy));
    if (examinee.restart() != null) {
      checks.add(
          check(
              "restart",
              "what was processed before a restart is known after it",
              "Keep the eventIds in your database, not in memory.",
              DeliveryChecks::restart));
    }
    return checks;
  }

  private static Check check(String id, String title, String mend, Check.Run run) {
    return new Check(id, Group.DELIVERY, title, mend, Sees.ANSWERS, run);
  }

  private static Result duplicate(Exam exam) throws InterruptedException {
    Order order = exam.order();
    Event event = exam.confirmed(order);
    Wire.Answer first = exam.deliver(event);
    Snapshot once = exam.sees() ? exam.await(order, exam::isPaid) : Snapshot.UNKNOWN;
    Wire.Answer again = exam.deliver(event);
    if (!first.isSuccess() || !again.isSuccess()) {
      return Result.fail(first + ", then " + again);
    }
    Snapshot twice = exam.sees() ? exam.afterwards(order) : once;
    return twice.equals(once)
        ? Result.pass(again.toString())
        : Result.fail(again + ", and the order went from " + once + " to " + twice);
  }

  private static Result parallel(Exam exam) throws InterruptedException {
    Order order = exam.order();
    Event event = exam.confirmed(order);
    List<Wire.Answer> answers = together(exam, event);
    if (answers.stream().noneMatch(Wire.Answer::isSuccess)) {
      return Result.fail("none of " + COPIES + " copies was accepted: " + answers.getFirst());
    }
    Wire.Answer after = exam.deliver(event);
    if (!after.isSuccess()) {
      return Result.fail("afterwards it " + after);
    }
    Result once = once(exam, order, COPIES + " copies, then " + after);
    boolean crashed = answers.stream().anyMatch(answer -> answer.status() / 100 == 5);
    return once.isPass() && crashed
        ? Result.warn("some copies were answered with 5xx: harmless, since they come again")
        : once;
  }

  private static List<Wire.Answer> together(Exam exam, Event event) throws InterruptedException {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<Wire.Answer>> running = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < COPIES; i++) {
        Delivery copy = exam.signed(event);
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  return exam.send(copy);
                }));
      }
      start.countDown();
      List<Wire.Answer> answers = new ArrayList<>();
      for (Future<Wire.Answer> copy : running) {
        answers.add(got(copy));
      }
      return answers;
    }
  }

  /** The request arrives whole, and the connection is gone before the answer is read. */
  private static Result lostAnswer(Exam exam) throws InterruptedException {
    Order order = exam.order();
    Event event = exam.confirmed(order);
    Delivery first = exam.signed(event);
    Wire.talk(
        exam.examinee().url(),
        exam.examinee().timeout(),
        wire -> {
          wire.send(wire.head("POST", first.headers(), first.body().length));
          wire.send(first.body());
          return new Wire.Answer(0, "", 0, "hung up on purpose");
        });
    Wire.Answer again = exam.deliver(event);
    return again.isSuccess() ? once(exam, order, again.toString()) : Result.fail(again.toString());
  }

  private static Result cutBody(Exam exam) throws InterruptedException {
    Order order = exam.order();
    Event event = exam.confirmed(order);
    Delivery first = exam.signed(event);
    Wire.talk(
        exam.examinee().url(),
        exam.examinee().timeout(),
        wire -> {
          wire.send(wire.head("POST", first.headers(), first.body().length));
          wire.send(Arrays.copyOf(first.body(), first.body().length / 2));
          return new Wire.Answer(0, "", 0, "hung up on purpose");
        });
    Wire.Answer again = exam.deliver(event);
    return again.isSuccess() ? once(exam, order, again.toString()) : Result.fail(again.toString());
  }

  private static Result slowSender(Exam exam) throws InterruptedException {
    Order order = exam.order();
    Delivery delivery = exam.signed(exam.confirmed(order));
    Wire.Answer answer =
        Wire.talk(exam.examinee().url(), exam.examinee().timeout(), wire -> slowly(wire, delivery));
    return answer.isSuccess()
        ? once(exam, order, answer.toString())
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
      Wire.Answer slowAnswer = got(holding);
      return other.isSuccess() && slowAnswer.isSuccess()
          ? Result.pass(other + " meanwhile")
          : Result.fail(other + " while another sender was slow; that one: " + slowAnswer);
    }
  }

  /** Success, failure, restart, and the success again: an old one must not come back to life. */
  private static Result restart(Exam exam) throws InterruptedException {
    Order order = exam.order();
    Event success = exam.confirmed(order, exam.now().minusSeconds(20));
    exam.deliver(success);
    exam.deliver(exam.failed(order, "reorg", exam.now().minusSeconds(10)));
    Snapshot before = exam.sees() ? exam.afterwards(order) : Snapshot.UNKNOWN;
    String failed = restarted(exam);
    if (!failed.isEmpty()) {
      return Result.fail(failed);
    }
    Wire.Answer again = exam.deliver(success);
    if (!again.isSuccess()) {
      return Result.fail(again.toString());
    }
    Snapshot after = exam.sees() ? exam.afterwards(order) : before;
    return after.equals(before)
        ? Result.pass(again + " after the restart")
        : Result.fail(again + ", and the order went from " + before + " to " + after);
  }

  /** Runs the command and waits until the receiver answers; returns why it does not. */
  private static String restarted(Exam exam) throws InterruptedException {
    String command = String.valueOf(exam.examinee().restart());
    long deadline = System.nanoTime() + RESTART.toNanos();
    try {
      Process process =
          new ProcessBuilder("sh", "-c", command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(RESTART.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroy();
        return "the restart command did not end; let it start the receiver in the background";
      }
      if (process.exitValue() != 0) {
        return "the restart command ended with " + process.exitValue();
      }
    } catch (IOException e) {
      return "the restart command cannot be run: " + e.getMessage();
    }
    while (System.nanoTime() < deadline) {
      if (exam.send(exam.signed(exam.test())).isSuccess()) {
        return "";
      }
      Thread.sleep(BETWEEN_PARTS);
    }
    return "the receiver did not come back";
  }

  /** Expects that the order is paid, and looks as one that got its success once. */
  private static Result once(Exam exam, Order order, String seen) throws InterruptedException {
    if (!exam.sees()) {
      return Result.pass(seen);
    }
    exam.await(order, exam::isPaid);
    Snapshot after = exam.afterwards(order);
    return exam.isPaidOnce(after)
        ? Result.pass(seen)
        : Result.fail(
            seen + ", but the order is " + after + "; paid once it is " + exam.paidOnce());
  }

  private static Wire.Answer got(Future<Wire.Answer> answer) throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
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
