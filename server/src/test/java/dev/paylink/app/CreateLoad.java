package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/**
 * Creates payments from several threads until told to stop, and remembers what was answered 200:
 * that must be there afterwards, whatever happened meanwhile.
 */
final class CreateLoad {
  private static final int THREADS = 16;

  /** So that what dies is busy, but not what runs beside it. */
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final SignedCalls calls;
  private final Duration pause;
  private final Map<String, Reply> answered = new ConcurrentHashMap<>();
  private final Map<Integer, Integer> statuses = new ConcurrentHashMap<>();
  private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();
  private final Repeated threads;

  CreateLoad(SignedCalls calls) {
    this(calls, PAUSE);
  }

  /** Each thread waits that long between two payments. */
  CreateLoad(SignedCalls calls, Duration pause) {
    this.calls = calls;
    this.pause = pause;
    threads = new Repeated(Thread.ofVirtual(), THREADS, this::createUntilStopped);
  }

  int answeredSoFar() {
    return answered.size();
  }

  /** What was answered 200 until now, by idempotency key. */
  Map<String, Reply> answeredUntilNow() {
    return Map.copyOf(answered);
  }

  /** Every one of these payments is also behind the other calls, and its key replays it. */
  static void verifyAllThere(
      Map<String, Reply> answered, SignedCalls calls, UnaryOperator<String> asBefore) {
    answered.forEach(
        (key, first) -> {
          Reply replay = calls.create(key, body(key)).expect(200);
          assertThat(replay.header("Idempotent-Replayed")).isEqualTo("true");
          assertThat(asBefore.apply(replay.body())).isEqualTo(first.body());
        });
  }

  /** How often each status was answered; fails when one was neither 200 nor 503. */
  Map<Integer, Integer> stop() {
    threads.stop();
    assertThat(unexpected).isEmpty();
    return statuses;
  }

  /** Every payment that was answered 200 is there, once, and its key replays it byte for byte. */
  void verifyNothingLost() {
    assertThat(answered).isNotEmpty();
    verifyAllThere(answered, calls, UnaryOperator.identity());
    answered
        .values()
        .forEach(first -> calls.get("/sdk/server/status/" + first.text("paymentId")).expect(200));
  }

  private void createUntilStopped(Repeated threads) {
    while (threads.goesOn()) {
      String key = UUID.randomUUID().toString();
      try {
        Reply reply = calls.create(key, body(key));
        statuses.merge(reply.status(), 1, Integer::sum);
        if (reply.status() == 200) {
          answered.put(key, reply);
        } else if (reply.status() != 503) {
          unexpected.add(reply.status() + " " + reply.body());
        }
      } catch (UncheckedIOException e) {
        statuses.merge(0, 1, Integer::sum); // killed in the middle: no answer, no promise
      } catch (RuntimeException | Error e) { // nobody would hear of it on this thread
        unexpected.add(e.toString());
        return;
      }
      LockSupport.parkNanos(pause.toNanos());
    }
  }

  private static String body(String key) {
    return "{\"amount\":\"7.25\",\"reference\":\"" + key + "\"}";
  }
}
