package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.id.TypeId;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Stored;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Holds what receivers got against what the database says, after nodes were killed. */
final class DeliveryAudit {
  /** How late a request may arrive that its node had sent before it was killed. */
  private static final Duration LATE = Duration.ofSeconds(5);

  private final Stored stored;
  private final List<Receiver.Delivery> received;

  /**
   * A node was killed.
   *
   * @param toNanos until then, by {@link System#nanoTime}
   * @param recorded the attempts that were recorded before it was
   */
  record Kill(long toNanos, Set<String> recorded) {}

  DeliveryAudit(Stored stored, List<Receiver.Delivery> received) {
    this.stored = stored;
    this.received = received;
  }

  /** The attempts that are recorded by now. */
  static Set<String> recorded(Stored stored) {
    return stored.texts("select event_id || ' ' || attempt from delivery_attempt").stream()
        .map(row -> row.split(" ", 2))
        .map(row -> attempt(TypeId.format("evt", UUID.fromString(row[0])), row[1]))
        .collect(Collectors.toSet());
  }

  private static String attempt(String eventId, Object number) {
    return eventId + " attempt " + number;
  }

  void check(List<String> settledPayments, List<Kill> kills, Map<String, List<String>> payouts) {
    everyPaymentHasOneEvent(settledPayments);
    everyPayoutIsInItsLastState(payouts);
    everyEventIsDeliveredOrHasFourFailures();
    nothingIsAltered();
    whatIsDoubledWasInFlight(kills);
  }

  private void everyPaymentHasOneEvent(List<String> settledPayments) {
    Set<String> settled = new HashSet<>();
    settledPayments.forEach(id -> settled.add(Stored.payment(id).toString()));
    assertThat(stored.texts("select payment_id from event where payment_id is not null"))
        .doesNotHaveDuplicates()
        .containsAll(settled);
  }

  /** Each state that was reported of a payout, however often, is told once. */
  private void everyPayoutIsInItsLastState(Map<String, List<String>> payouts) {
    assertThat(payouts).isNotEmpty();
    Map<String, List<String>> told =
        byRef(
            """
            select convert_from(body, 'UTF8')::json ->> 'payoutRef' || ' ' || type from event
             where payment_id is null
            """);
    Map<String, List<String>> last = byRef("select payout_ref || ' ' || status from payout");
    payouts.forEach(
        (ref, states) -> {
          assertThat(last.getOrDefault(ref, List.of()))
              .as(ref)
              .containsExactly(
                  Collections.max(states, Comparator.comparingInt(SettleLoad.STATES::indexOf)));
          assertThat(told.getOrDefault(ref, List.of()))
              .as(ref)
              .containsExactlyInAnyOrderElementsOf(
                  states.stream().map(state -> "payout." + state).toList());
        });
  }

  /** What each payout has, by the first word of each row. */
  private Map<String, List<String>> byRef(String sql) {
    return stored.texts(sql).stream()
        .map(row -> row.split(" ", 2))
        .collect(
            Collectors.groupingBy(
                row -> row[0], Collectors.mapping(row -> row[1], Collectors.toList())));
  }

  private void everyEventIsDeliveredOrHasFourFailures() {
    assertThat(
            stored.texts(
                """
                select e.id || ': ' || coalesce(d.state, 'none') || ' after ' || coalesce(d.attempts, 0)
                  from event e
                  left join delivery d on d.merchant_id = e.merchant_id and d.event_id = e.id
                 cross join lateral (
                       select count(*) as logged, count(error) as failed from delivery_attempt a
                        where a.merchant_id = e.merchant_id and a.event_id = e.id) a
                 where not coalesce(
                         d.state = 'delivered' and logged = d.attempts and failed = logged - 1
                         or d.state = 'exhausted' and d.attempts = 4 and logged = 4 and failed = 4,
                         false)
                """))
        .isEmpty();
    assertThat(stored.text("select count(*) from event"))
        .isEqualTo(stored.text("select count(*) from delivery"));
    Set<String> receivedEvents =
        received.stream().map(Receiver.Delivery::body).collect(Collectors.toSet());
    assertThat(receivedEvents)
        .containsAll(
            stored.texts(
                "select convert_from(e.body, 'UTF8') from event e join delivery d"
                    + " on d.event_id = e.id where d.state = 'delivered'"));
  }

  private void nothingIsAltered() {
    Set<String> bodies =
        new HashSet<>(stored.texts("select convert_from(body, 'UTF8') from event"));
    assertThat(received).allMatch(delivery -> bodies.contains(delivery.body()));
  }

  /** An attempt that arrived twice was in flight, or not yet recorded, when its node was killed. */
  private void whatIsDoubledWasInFlight(List<Kill> kills) {
    Map<String, List<Receiver.Delivery>> attempts =
        received.stream()
            .collect(
                Collectors.groupingBy(delivery -> attempt(delivery.eventId(), delivery.attempt())));
    List<String> unexplained = new ArrayList<>();
    int doubled = 0;
    for (Map.Entry<String, List<Receiver.Delivery>> copies : attempts.entrySet()) {
      for (Receiver.Delivery copy : copies.getValue().subList(0, copies.getValue().size() - 1)) {
        doubled++;
        String attempt = copies.getKey();
        if (kills.stream().noneMatch(kill -> wasInFlight(attempt, copy, kill))) {
          unexplained.add(attempt);
        }
      }
    }
    assertThat(unexplained).isEmpty();
    System.out.printf(
        "DeliveryAudit: %d events, %d requests, %d kills, %d attempts redone%n",
        Integer.parseInt(stored.text("select count(*) from event")),
        received.size(),
        kills.size(),
        doubled);
  }

  private static boolean wasInFlight(String attempt, Receiver.Delivery copy, Kill kill) {
    return !kill.recorded.contains(attempt) && copy.atNanos() - kill.toNanos < LATE.toNanos();
  }
}
