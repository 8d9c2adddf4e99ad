package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.ReportBatch;
import dev.paylink.testing.Await;
import dev.paylink.testing.Callback;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Rounds;
import dev.paylink.testing.Seeded;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * The feed's promise: whoever follows the cursor sees every event exactly once and in order,
 * although transactions that began earlier may commit later.
 */
final class FeedOrderTest extends SettlementTest {
  private static final int WRITERS = 8;
  private static final int MAX_PAUSE_MICROS = 8_000;
  private static final int MAX_LIMIT = 5;

  /** What settles a payment. */
  private interface Writer {
    void settle(String payment);
  }

  @Test
  void event_is_not_seen_before_one_that_was_begun_earlier_and_is_committed_later()
      throws Exception {
    String early = payment();
    String late = payment();
    CountDownLatch mayCommit = new CountDownLatch(1);
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      CountDownLatch hasPosition = new CountDownLatch(1);
      Future<?> slow =
          executor.submit(
              () ->
                  settleSlowly(
                      early,
                      () -> {
                        hasPosition.countDown();
                        mayCommit.await();
                        return null;
                      }));
      hasPosition.await();
      Future<Reply> quick = executor.submit(() -> callback.report(CONFIRMED, late).expect(200));
      try {
        Await.until("the second settles or waits for the first", () -> quick.isDone() || isHeld());
        assertThat(calls.get("/sdk/server/events").expect(200).body()).doesNotContain(late);
      } finally {
        mayCommit.countDown();
      }
      slow.get();
      quick.get();
    }
    List<String> seen = new ArrayList<>();
    collect(calls.get("/sdk/server/events?limit=100").expect(200), "paymentId", seen);
    assertThat(seen.indexOf(early)).isNotNegative().isLessThan(seen.indexOf(late));
  }

  @Test
  void readers_see_every_event_once_and_in_order_while_two_nodes_settle() throws Exception {
    Random random = Seeded.random(FeedOrderTest.class);
    List<Callable<List<String>>> all = new ArrayList<>();
    List<CountDownLatch> ended = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      CountDownLatch end = new CountDownLatch(1);
      ended.add(end);
      all.add(writer(writerOf(i, random.nextLong()), payments(), end, random.nextLong()));
    }
    for (SignedCalls reader :
        List.of(calls, otherNode.callsAs(service), stranger, otherNode.calls())) {
      long seed = random.nextLong();
      all.add(() -> follow(reader, ended, new Random(seed)));
    }
    List<List<String>> seen = Together.all(all).subList(WRITERS, WRITERS + 4);
    List<String> ofFirst = inFeed(service);
    List<String> ofSecond = inFeed(otherNode);
    assertThat(ofFirst).hasSizeGreaterThanOrEqualTo(WRITERS * perWriter());
    assertThat(seen).containsExactly(ofFirst, ofFirst, ofSecond, ofSecond);
    assertThat(positionsOf(service)).isEqualTo(ofFirst.size());
  }

  /** Half of them report to a node, half take their time before they commit. */
  private static Writer writerOf(int number, long seed) {
    TestService node = number % 2 == 0 ? service : otherNode;
    Random random = new Random(seed);
    return number < WRITERS / 2
        ? payment -> report(node.callback(), payment)
        : payment ->
            settleSlowly(
                payment,
                () -> {
                  pause(random);
                  return null;
                });
  }

  /** Reports until it is taken: who waits behind slow commits for too long is sent away. */
  private static void report(Callback node, String payment) {
    String ref = UUID.randomUUID().toString();
    Await.until("taken", () -> node.report(ref, CONFIRMED, payment).status() == 200);
  }

  private static Callable<List<String>> writer(
      Writer writer, List<String> payments, CountDownLatch end, long seed) {
    Random random = new Random(seed);
    return () -> {
      try {
        for (String payment : payments) {
          pause(random);
          writer.settle(payment);
        }
        return payments;
      } finally {
        end.countDown();
      }
    };
  }

  /** The events a reader sees until all writers have ended and nothing more comes. */
  private static List<String> follow(
      SignedCalls reader, List<CountDownLatch> ended, Random random) {
    List<String> seen = new ArrayList<>();
    while (true) {
      boolean last = ended.stream().allMatch(latch -> latch.getCount() == 0);
      String after = seen.isEmpty() ? "" : "&after=" + seen.getLast();
      int limit = 1 + random.nextInt(MAX_LIMIT);
      Reply page = reader.get("/sdk/server/events?limit=" + limit + after).expect(200);
      if (!collect(page, "eventId", seen) && last) {
        return seen;
      }
    }
  }

  private static boolean collect(Reply page, String name, List<String> seen) {
    int before = seen.size();
    page.json().required("data").forEach(event -> seen.add(event.required(name).asString()));
    return seen.size() > before;
  }

  /** As a node would, but something happens between taking a position and the commit. */
  private static void settleSlowly(String payment, Callable<Void> positionTaken) {
    try {
      stored
          .jdbi()
          .useTransaction(
              handle -> {
                ReportBatch batch = batch(handle, report(OutcomeType.CONFIRMED, payment));
                positionTaken.call();
                batch.store();
              });
    } catch (Exception e) {
      throw new IllegalStateException(payment, e);
    }
  }

  private static boolean isHeld() {
    return !stored
        .texts(
            "select pid from pg_stat_activity where datname = current_database()"
                + " and wait_event_type = 'Lock'")
        .isEmpty();
  }

  private static void pause(Random random) {
    LockSupport.parkNanos(1_000L * random.nextInt(MAX_PAUSE_MICROS));
  }

  /** Payments of both merchants in turn. */
  private static List<String> payments() {
    List<String> payments = new ArrayList<>();
    for (int i = 0; i < perWriter(); i++) {
      payments.add(payment());
      payments.add(stranger.create("{}").expect(200).text("paymentId"));
    }
    return payments;
  }

  private static int perWriter() {
    return Rounds.of(8, 150);
  }

  private static List<String> inFeed(TestService node) {
    return stored.texts(
        "select convert_from(body, 'UTF8')::json ->> 'eventId' from event"
            + " where merchant_id = ? order by position",
        Stored.uuid(node.merchant().merchantId()));
  }

  /** The highest position; as many as there are events when there is no gap. */
  private static int positionsOf(TestService node) {
    return Integer.parseInt(
        stored.text(
            "select max(position) from event where merchant_id = ?",
            Stored.uuid(node.merchant().merchantId())));
  }
}
