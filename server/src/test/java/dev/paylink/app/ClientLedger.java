package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Callback;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client that creates and settles payments over several nodes until told to stop, repeats what
 * was not answered, and writes down what was. Its books and those of the service must agree.
 */
final class ClientLedger {
  private static final int THREADS = 6;
  private static final long PAUSE_NANOS = 60_000_000;
  private static final long RETRY_NANOS = 100_000_000;

  private final List<Node> nodes;
  private final Map<String, Reply> created = new ConcurrentHashMap<>(); // by idempotency key
  private final Set<String> settled = ConcurrentHashMap.newKeySet(); // payments
  private final Map<Integer, Integer> statuses = new ConcurrentHashMap<>();
  private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();
  private final AtomicLongArray createdAtNanos;
  private final AtomicInteger started = new AtomicInteger();
  private final Repeated threads;

  /** One way to the service: for merchants, and for what reports outcomes. */
  record Node(SignedCalls calls, Callback callback) {}

  ClientLedger(List<Node> nodes) {
    this.nodes = nodes;
    this.createdAtNanos = new AtomicLongArray(nodes.size());
    threads = new Repeated(Thread.ofVirtual(), THREADS, this::payUntilStopped);
  }

  int payments() {
    return settled.size();
  }

  /** Whether every node has answered a create 200 that was sent after that time. */
  boolean allHaveCreatedSince(long nanos) {
    for (int i = 0; i < nodes.size(); i++) {
      if (createdAtNanos.get(i) - nanos < 0) {
        return false;
      }
    }
    return true;
  }

  /** How often each status was answered; 0 stands for no answer. */
  Map<Integer, Integer> statuses() {
    return new TreeMap<>(statuses);
  }

  void stop() {
    threads.stop();
    assertFine();
  }

  void assertFine() {
    assertThat(unexpected).isEmpty();
  }

  /** What was answered until now is there, once, and nothing has a gap; also under load. */
  void verifyStored(Stored stored) {
    Map<String, Reply> answered = Map.copyOf(created);
    Set<String> paid = Set.copyOf(settled);
    Map<String, String> paymentByKey = new HashMap<>();
    stored
        .texts("select idempotency_key || ' ' || id || ' ' || status from payment")
        .forEach(
            row -> {
              String[] parts = row.split(" ", 2);
              assertThat(paymentByKey.put(parts[0], parts[1])).as("made twice").isNull();
            });
    answered.forEach(
        (key, reply) -> {
          String id = reply.text("paymentId");
          String made = Stored.payment(id).toString();
          assertThat(paymentByKey.get(key))
              .as(key)
              .isIn(made + " success", paid.contains(id) ? "" : made + " created");
        });
    gapless(stored.texts("select number from invoice order by length(number), number"));
    gapless(stored.texts("select position from event order by position"));
    Set<String> paidIds = new HashSet<>();
    paid.forEach(id -> paidIds.add(Stored.payment(id).toString()));
    assertThat(new HashSet<>(once(stored.texts("select payment_id from event"))))
        .containsAll(paidIds);
    once(stored.texts("select invoice_id from payment"));
  }

  /** After the end: every event has arrived, and nothing that is no event. */
  void verifyDelivered(Stored stored, List<Receiver.Delivery> received) {
    Set<String> bodies = new HashSet<>();
    received.forEach(delivery -> bodies.add(delivery.body()));
    Set<String> events =
        new HashSet<>(stored.texts("select convert_from(body, 'UTF8') from event"));
    assertThat(events).hasSize(settled.size());
    assertThat(bodies.equals(events)).as("received what was stored").isTrue();
  }

  private static void gapless(List<String> numbers) {
    for (int i = 0; i < numbers.size(); i++) {
      assertThat(Long.parseLong(numbers.get(i).replaceAll("\\D", ""))).isEqualTo(i + 1L);
    }
  }

  private static List<String> once(List<String> values) {
    assertThat(new HashSet<>(values)).hasSameSizeAs(values);
    return values;
  }

  /** Keys still have their first answers, byte for byte; each node links to itself here. */
  void replaySome(int count) {
    created.entrySet().stream()
        .limit(count)
        .forEach(
            entry -> {
              Reply replay =
                  nodes.getFirst().calls.create(entry.getKey(), body(entry.getKey())).expect(200);
              assertThat(withoutPort(replay)).isEqualTo(withoutPort(entry.getValue()));
            });
  }

  private static String withoutPort(Reply reply) {
    return reply.body().replaceFirst("http://127.0.0.1:[0-9]+/", "/");
  }

  private void payUntilStopped(Repeated threads) {
    int turn = started.getAndIncrement();
    try {
      while (threads.goesOn()) {
        String key = UUID.randomUUID().toString();
        Reply reply = null;
        while (reply == null) {
          int node = turn++ % nodes.size();
          long sent = System.nanoTime();
          reply = answered(() -> nodes.get(node).calls.create(key, body(key)));
          if (reply != null) {
            createdAtNanos.accumulateAndGet(node, sent, (a, b) -> a - b < 0 ? b : a);
            created.put(key, reply);
          }
        }
        String id = reply.text("paymentId");
        Reply told = null;
        while (told == null) {
          int node = turn++ % nodes.size();
          told = answered(() -> nodes.get(node).callback.report(key, "payment.confirmed", id));
        }
        settled.add(id);
        turn++; // or a thread's creates would all go to one node, and its reports to the other
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (RuntimeException | Error e) { // nobody would hear of it on this thread
      unexpected.add(e.toString());
    }
  }

  /** Returns an answer 200, or null after a pause if there was another or none. */
  private @Nullable Reply answered(Supplier<Reply> call) {
    int status = 0;
    try {
      Reply reply = call.get();
      status = reply.status();
      if (status == 200) {
        return reply;
      }
      if (status != 503) {
        unexpected.add(status + " " + reply.body());
      }
    } catch (UncheckedIOException e) {
      // no answer, no promise; the same call is safe to repeat
    } finally {
      statuses.merge(status, 1, Integer::sum);
    }
    LockSupport.parkNanos(RETRY_NANOS);
    return null;
  }

  private static String body(String key) {
    return "{\"amount\":\"7.25\",\"reference\":\"" + key + "\"}";
  }
}
