package dev.paylink.app.statements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Callback;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * One merchant's load until told to stop: a payment is created, looked at and confirmed, again and
 * again. Remembers what was answered 200 and how often something was answered 503.
 */
final class MerchantLoad {
  private static final long PAUSE_NANOS = 250_000_000; // within a key's limit

  private final SignedCalls calls;
  private final Callback callback;
  private final Map<String, Reply> created = new ConcurrentHashMap<>();
  private final Queue<String> confirmed = new ConcurrentLinkedQueue<>();
  private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unavailable = new AtomicInteger();
  private final Thread thread;
  private volatile boolean stopping;

  MerchantLoad(SignedCalls calls, Callback callback) {
    this.calls = calls;
    this.callback = callback;
    this.thread = Thread.ofVirtual().start(this::work);
  }

  int createdSoFar() {
    return created.size();
  }

  int unavailableSoFar() {
    return unavailable.get();
  }

  void stop() throws InterruptedException {
    stopping = true;
    thread.join();
    assertThat(unexpected).isEmpty();
  }

  /**
   * What was answered is there: keys replay, confirmed payments are a success, each is told once.
   */
  void verifyNothingLost() {
    assertThat(created).isNotEmpty();
    created.forEach(
        (key, first) -> {
          Reply replay = patiently(() -> calls.create(key, body(key)));
          assertThat(replay.header("Idempotent-Replayed")).isEqualTo("true");
          assertThat(replay.body()).isEqualTo(first.body());
        });
    confirmed.forEach(
        id ->
            assertThat(patiently(() -> calls.get("/sdk/server/status/" + id)).text("status"))
                .isEqualTo("success"));
  }

  /** The key has a limit of calls: what it refuses is asked again. */
  private static Reply patiently(java.util.function.Supplier<Reply> call) {
    Reply reply = call.get();
    while (reply.status() == 429) {
      LockSupport.parkNanos(PAUSE_NANOS);
      reply = call.get();
    }
    return reply.expect(200);
  }

  private void work() {
    try {
      while (!stopping) {
        step();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (RuntimeException | Error e) { // nobody would hear of it on this thread
      unexpected.add(e.toString());
    }
  }

  private void step() {
    String key = UUID.randomUUID().toString();
    Reply reply = calls.create(key, body(key));
    if (!isDone(reply)) {
      return;
    }
    created.put(key, reply);
    String id = reply.text("paymentId");
    try {
      isDone(calls.get("/sdk/server/status/" + id));
      if (isDone(callback.report("payment.confirmed", id))) {
        confirmed.add(id);
      }
    } catch (UncheckedIOException e) {
      unexpected.add(e.toString());
    }
  }

  private boolean isDone(Reply reply) {
    if (reply.status() == 503) {
      unavailable.incrementAndGet();
    } else if (reply.status() != 200) {
      unexpected.add(reply.status() + " " + reply.body());
    }
    return reply.status() == 200;
  }

  private static String body(String key) {
    return "{\"amount\":\"7.25\",\"reference\":\"" + key + "\"}";
  }
}
