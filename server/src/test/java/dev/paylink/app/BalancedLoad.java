package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Creates payments and asks for their status until told to stop; repeats each request once. */
final class BalancedLoad {
  private static final int THREADS = 8;
  private static final long PAUSE_NANOS = 10_000_000;
  private static final long BEFORE_RETRY_NANOS = 1_000_000_000; // as Retry-After asks for

  private final SignedCalls calls;
  private final Map<String, String> paymentByKey = new ConcurrentHashMap<>();
  private final AtomicInteger answered = new AtomicInteger();
  private final Queue<String> firstFailures = new ConcurrentLinkedQueue<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final Repeated threads;

  BalancedLoad(SignedCalls calls) {
    this.calls = calls;
    threads = new Repeated(Thread.ofVirtual(), THREADS, this::callUntilStopped);
  }

  int answered() {
    return answered.get();
  }

  int repeated() {
    return firstFailures.size();
  }

  void stop() {
    threads.stop();
    assertThat(failures).as("after %s", firstFailures).isEmpty();
  }

  /** Every payment that was answered is there, once. */
  void verify(Stored stored) {
    List<String> keys = stored.texts("select idempotency_key from payment");
    assertThat(keys).doesNotHaveDuplicates().containsAll(paymentByKey.keySet());
  }

  private void callUntilStopped(Repeated threads) {
    try {
      while (threads.goesOn()) {
        String key = UUID.randomUUID().toString();
        String id = once(() -> calls.create(key, "{}")).text("paymentId");
        paymentByKey.put(key, id);
        once(() -> calls.get("/sdk/server/status/" + id));
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (RuntimeException | Error e) {
      failures.add(e.toString());
    }
  }

  private Reply once(Supplier<Reply> call) {
    Reply reply;
    try {
      reply = call.get().expect(200);
    } catch (RuntimeException | AssertionError e) {
      firstFailures.add(String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
      LockSupport.parkNanos(BEFORE_RETRY_NANOS);
      reply = call.get().expect(200);
    }
    answered.incrementAndGet();
    return reply;
  }
}
