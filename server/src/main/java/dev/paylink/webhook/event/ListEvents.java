package dev.paylink.webhook.event;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.Page;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Lists a merchant's events with their deliveries, newest first. A page looks at a bounded number
 * of events: where a state is rare it may be short, or empty, and still have a next page.
 */
public final class ListEvents {
  static final int MAX_LOOKED_AT = 2_000;

  /** Sorts after every id. */
  private static final EventId END =
      new EventId(UuidV7.floor(Instant.parse("9999-12-31T00:00:00Z")));

  private final EventQueries queries = new EventQueries();
  private final Jdbi jdbi;

  public ListEvents(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * An event with all its attempts.
   *
   * @param nextAttemptAt when the next one is due; null if none is, or while one is under way
   */
  public record One(
      DeliveredEvent event,
      byte[] body,
      List<DeliveryAttempt> attempts,
      @Nullable Instant nextAttemptAt) {
    public EventId id() {
      return event.id();
    }

    public EventAbout about() {
      return EventAbout.of(body);
    }
  }

  /** Reads one page of events; a null value matches everything. */
  public Page<DeliveredEvent, EventId> page(
      MerchantId merchant, @Nullable String state, @Nullable EventId before, int limit) {
    return jdbi.withHandle(
        handle ->
            state == null
                ? full(queries.list(handle, merchant, null, before, limit), limit)
                : inState(handle, merchant, state, before == null ? END : before, limit));
  }

  /** Reads one page of the events of a payment; of all, if it is null. */
  public Page<DeliveredEvent, EventId> page(
      MerchantId merchant, @Nullable PaymentId payment, @Nullable EventId before, int limit) {
    return jdbi.withHandle(
        handle -> full(queries.list(handle, merchant, payment, before, limit), limit));
  }

  /** Returns the latest events of one payment. */
  public List<DeliveredEvent> ofPayment(MerchantId merchant, PaymentId payment, int limit) {
    return page(merchant, payment, null, limit).items();
  }

  /** Returns what these events are about. */
  public Map<EventId, EventAbout> about(MerchantId merchant, List<DeliveredEvent> events) {
    List<EventId> ids = events.stream().map(DeliveredEvent::id).toList();
    return ids.isEmpty()
        ? Map.of()
        : jdbi.withHandle(handle -> queries.about(handle, merchant, ids));
  }

  /** Returns the event; null if the merchant has no such event. */
  public @Nullable One find(MerchantId merchant, EventId id) {
    return jdbi.withHandle(
        handle -> {
          byte[] body = queries.body(handle, merchant, id);
          DeliveredEvent event = queries.one(handle, merchant, id);
          return body == null || event == null
              ? null
              : new One(
                  event,
                  body,
                  queries.attempts(handle, merchant, id),
                  queries.nextAttempt(handle, merchant, id));
        });
  }

  private Page<DeliveredEvent, EventId> inState(
      Handle handle, MerchantId merchant, String state, EventId before, int limit) {
    boolean exhausted = state.equals(DeliveryState.exhausted.name());
    Page<DeliveredEvent, EventId> page =
        full(
            exhausted
                ? queries.listExhausted(handle, merchant, before, MAX_LOOKED_AT, limit)
                : queries.listInState(handle, merchant, state, before, MAX_LOOKED_AT, limit),
            limit);
    if (page.next() != null) {
      return page;
    }
    String lookedAt = exhausted ? EventQueries.EXHAUSTED_LOOKED_AT : EventQueries.LOOKED_AT;
    return new Page<>(
        page.items(), queries.lastLookedAt(handle, lookedAt, merchant, before, MAX_LOOKED_AT));
  }

  private static Page<DeliveredEvent, EventId> full(List<DeliveredEvent> found, int limit) {
    return Page.of(found, limit, DeliveredEvent::id);
  }
}
