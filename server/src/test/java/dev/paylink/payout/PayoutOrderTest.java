package dev.paylink.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import dev.paylink.testing.Rounds;
import dev.paylink.testing.Seeded;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Reports about many payouts, each sent twice and all in a random order, on two nodes at once. */
final class PayoutOrderTest {
  private static final int THREADS = 8;

  @AutoClose private static final TestService service = TestService.start();
  @AutoClose private static final TestService otherNode = service.anotherNode();

  private static final SignedCalls calls = service.calls();

  private final Random random = Seeded.random(PayoutOrderTest.class);

  /** A payout as its component sees it, and how often a report of a state was applied. */
  private record Sent(
      String ref,
      String payment,
      Set<PayoutStatus> states,
      Map<PayoutStatus, AtomicInteger> applied) {
    PayoutStatus last() {
      return Collections.max(states);
    }
  }

  @Test
  void every_payout_ends_in_its_last_state_and_tells_of_each_once() throws Exception {
    List<Sent> payouts = new ArrayList<>();
    List<Runnable> reports = new ArrayList<>();
    for (int i = 0; i < Rounds.of(25, 500); i++) {
      Sent payout = payout();
      payouts.add(payout);
      for (PayoutStatus status : payout.states) {
        boolean named = random.nextBoolean() || status == payout.last();
        for (TestService node : List.of(service, otherNode)) {
          reports.add(() -> report(node, payout, status, named));
        }
      }
    }
    Collections.shuffle(reports, random);
    run(reports);
    for (Sent payout : payouts) {
      assertThat(payout.applied.values())
          .as(payout.ref)
          .extracting(AtomicInteger::get)
          .isEqualTo(once(payout));
      assertThat(stored("select status from payout where payout_ref = ?", payout))
          .containsExactly(payout.last().name());
      assertThat(
              stored(
                  """
                  select type from event where scope = 'fiat_settlement'
                     and convert_from(body, 'UTF8')::json ->> 'payoutRef' = ?
                  """,
                  payout))
          .containsExactlyInAnyOrderElementsOf(
              payout.states.stream().map(PayoutStatus::type).toList());
      Reply payment = calls.status(payout.payment);
      assertThat(payment.json().required("payoutId").isNull())
          .as(payment.body())
          .isEqualTo(!payout.last().isLive());
    }
    assertThat(
            service
                .stored()
                .texts(
                    """
                    select concat_ws(' ', month, currency, status, payouts, amount, fee, mismatches)
                      from payout_month where payouts <> 0 or amount <> 0 or fee <> 0 or mismatches <> 0
                    """))
        .as("months are the sums of their payouts")
        .containsExactlyInAnyOrderElementsOf(
            service
                .stored()
                .texts(
                    """
                    select concat_ws(' ', date_trunc('month', created_at at time zone 'UTC')::date, currency, status,
                                     count(*), sum(amount), sum(coalesce(fee, 0.00)),
                                     count(*) filter (where flags like '%sum_mismatch%'))
                      from payout group by date_trunc('month', created_at at time zone 'UTC'), currency, status
                    """));
    assertThat(service.stored().texts("select position from event order by position"))
        .as("positions have no gap")
        .hasSize(Integer.parseInt(service.stored().text("select max(position) from event")));
  }

  private Sent payout() {
    Set<PayoutStatus> states = EnumSet.noneOf(PayoutStatus.class);
    while (states.isEmpty()) {
      for (PayoutStatus status : PayoutStatus.values()) {
        if (random.nextInt(3) > 0) {
          states.add(status);
        }
      }
    }
    Map<PayoutStatus, AtomicInteger> applied = new EnumMap<>(PayoutStatus.class);
    for (PayoutStatus status : PayoutStatus.values()) {
      applied.put(status, new AtomicInteger());
    }
    return new Sent(
        UUID.randomUUID().toString(), calls.payment("{\"amount\":\"3.00\"}"), states, applied);
  }

  private static List<Integer> once(Sent payout) {
    return Arrays.stream(PayoutStatus.values())
        .map(status -> payout.states.contains(status) ? 1 : 0)
        .toList();
  }

  private static void report(TestService node, Sent payout, PayoutStatus status, boolean named) {
    Reply reply =
        node.callback()
            .payout(
                """
                {"payoutRef":"%s","merchantId":"%s","type":"%s","amount":"3.00","currency":"USD",\
                "occurredAt":"2026-01-05T12:00:00Z"%s}"""
                    .formatted(
                        payout.ref,
                        service.merchant().merchantId(),
                        status.type(),
                        named ? ",\"payments\":[\"" + payout.payment + "\"]" : ""))
            .expect(200);
    if (reply.json().required("applied").asBoolean()) {
      Objects.requireNonNull(payout.applied.get(status)).incrementAndGet();
    }
  }

  private static void run(List<Runnable> reports) throws Exception {
    Queue<Runnable> left = new ConcurrentLinkedQueue<>(reports);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        running.add(
            threads.submit(
                () -> {
                  for (Runnable next = left.poll(); next != null; next = left.poll()) {
                    next.run();
                  }
                }));
      }
      for (Future<?> thread : running) {
        thread.get();
      }
    }
  }

  private static List<String> stored(String sql, Sent payout) {
    return service.stored().texts(sql, payout.ref);
  }
}
