package dev.paylink.webhook.event;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Reads events with the state of their latest delivery, and the attempts made for one. */
public final class EventQueries {
  public static final String LATEST_DELIVERY =
      """
        left join lateral (
             select state, attempts, due_at, claim_id from delivery
              where event_id = e.id and merchant_id = e.merchant_id and %s
              order by id desc limit 1) d
          on true
      """
          .formatted(Shards.onlyNamed("merchant_id"));
  private static final String COLUMNS =
      """
      select e.id, e.type, e.created_at, e.scope, e.payment_id, coalesce(d.state, 'none') as stored, d.attempts,
             case when d.state in ('pending', 'waiting') and d.claim_id is null then d.due_at end
               as next_attempt_at
      """;

  // The ranges below span two columns each: only one index has this order.
  private static final String NEXT =
      COLUMNS
          + """
           from (select merchant_id, id, type, created_at, scope, payment_id from event
                  where created_at > '-infinity'
                    and (merchant_id, id) < (:merchant, :before)
                    and merchant_id >= :merchant and %s
                  order by merchant_id desc, id desc limit :look) e
          """
              .formatted(Shards.onlyNamed("merchant_id"))
          + LATEST_DELIVERY;
  static final String OLDER = NEXT + " order by e.id desc";
  static final String OLDER_OF_PAYMENT =
      COLUMNS
          + """
           from (select merchant_id, id, type, created_at, scope, payment_id from event
                  where merchant_id = :merchant
                    and (payment_id, id) < (:payment, :before)
                    and payment_id >= :payment
                  order by payment_id desc, id desc limit :limit) e
          """
          + LATEST_DELIVERY
          + " order by e.id desc";
  static final String IN_STATE =
      NEXT
          + """
           where case d.state when 'waiting' then 'pending' else coalesce(d.state, 'none') end = :state
           order by e.id desc limit :limit
          """;
  // An event that was exhausted and redelivered since no longer matches.
  static final String EXHAUSTED =
      COLUMNS
          + """
           from (select distinct event_id from (
                   select event_id from delivery
                    where merchant_id = :merchant and event_id < :before and state = 'exhausted'
                      and created_at > '-infinity'
                    order by event_id desc limit :look) x) x
          cross join lateral (
                select merchant_id, id, type, created_at, scope, payment_id from event
                 where id = x.event_id and merchant_id = :merchant offset 0) e
          """
          + LATEST_DELIVERY
          + " where d.state = 'exhausted' order by x.event_id desc limit :limit";
  static final String LOOKED_AT =
      """
      select id from event
       where created_at > '-infinity'
         and (merchant_id, id) < (:merchant, :before) and merchant_id >= :merchant and %s
       order by merchant_id desc, id desc offset :skip limit 1
      """
          .formatted(Shards.onlyNamed("merchant_id"));
  static final String EXHAUSTED_LOOKED_AT =
      """
      select event_id from delivery
       where merchant_id = :merchant and event_id < :before and state = 'exhausted'
         and created_at > '-infinity' and %s
       order by event_id desc offset :skip limit 1
      """
          .formatted(Shards.onlyNamed("merchant_id"));
  private static final String ONE =
      COLUMNS
          + """
           from (select merchant_id, id, type, created_at, scope, payment_id from event
                  where id = :event and merchant_id = :merchant) e
          """
          + LATEST_DELIVERY;
  private static final String BODIES =
      "select id, body from event where id = any(:events) and merchant_id = :merchant";
  private static final String EXISTS =
      "select 1 from event where id = :event and merchant_id = :merchant";
  private static final String BODY =
      "select body from event where id = :event and merchant_id = :merchant";
  private static final String ATTEMPTS =
      """
      select attempt, started_at, duration_ms as duration_millis, url, status, error, response_body
        from delivery_attempt where event_id = :event and merchant_id = :merchant
       order by delivery_id, attempt limit :limit
      """;
  private static final String NEXT_ATTEMPT =
      """
      select due_at from (
        select state, due_at, claim_id from delivery
         where event_id = :event and merchant_id = :merchant order by id desc limit 1) d
       where state in ('pending', 'waiting') and claim_id is null
      """;
  private static final String POSITION =
      "select position from event where id = :id and merchant_id = :merchant";
  private static final String LAST_REMOVED =
      "select event_id, position from event_removed where merchant_id = :merchant";
  static final String AFTER =
      """
      select id, position, body from event
       where merchant_id = :merchant and position > :position and position > 0
       order by position limit :limit
      """;

  /** Four for each run, fifteen if it is extended, however often the event was redelivered. */
  private static final int MAX_ATTEMPTS = 1_000;

  /** Lists events, newest first, and one more than the limit to tell whether there are more. */
  public List<DeliveredEvent> list(
      Handle handle,
      MerchantId merchant,
      @Nullable PaymentId paymentId,
      @Nullable EventId before,
      int limit) {
    Query query =
        older(
            handle,
            paymentId == null ? OLDER : OLDER_OF_PAYMENT,
            merchant,
            before == null ? EventId.LAST : before);
    return listed(
        paymentId == null
            ? query.bind("look", limit + 1)
            : query.bind("payment", paymentId).bind("limit", limit + 1));
  }

  /**
   * Lists events of one state, newest first, among the next {@code look} events: where a state is
   * rare the walk ends before the page is full, and {@link #lastLookedAt} says where to continue.
   */
  List<DeliveredEvent> listInState(
      Handle handle, MerchantId merchant, String state, EventId before, int look, int limit) {
    return listed(
        older(handle, IN_STATE, merchant, before)
            .bind("look", look)
            .bind("state", state)
            .bind("limit", limit + 1));
  }

  /** Lists exhausted events, newest first, found among those alone. */
  List<DeliveredEvent> listExhausted(
      Handle handle, MerchantId merchant, EventId before, int look, int limit) {
    return listed(
        older(handle, EXHAUSTED, merchant, before).bind("look", look).bind("limit", limit + 1));
  }

  /** Returns the last of the next {@code look} events; null if there are fewer. */
  @Nullable EventId lastLookedAt(
      Handle handle, String sql, MerchantId merchant, EventId before, int look) {
    return older(handle, sql, merchant, before)
        .bind("skip", look - 1)
        .mapTo(EventId.class)
        .findOne()
        .orElse(null);
  }

  private static Query older(Handle handle, String sql, MerchantId merchant, EventId before) {
    return handle
        .createQuery(sql)
        .bind("merchant", merchant)
        .bind("only", Shards.of(handle).only(merchant.value()))
        .bind("before", before);
  }

  private static List<DeliveredEvent> listed(Query query) {
    return query.mapTo(DeliveredEvent.class).list();
  }

  /** Returns the exact bytes that are sent for the event; null when there is no such event. */
  byte @Nullable [] body(Handle handle, MerchantId merchant, EventId event) {
    return of(handle, BODY, merchant, event).mapTo(byte[].class).findOne().orElse(null);
  }

  /** Returns the event; null when there is no such event. */
  @Nullable DeliveredEvent one(Handle handle, MerchantId merchant, EventId event) {
    return of(handle, ONE, merchant, event)
        .bind("only", Shards.of(handle).only(merchant.value()))
        .mapTo(DeliveredEvent.class)
        .findOne()
        .orElse(null);
  }

  /** Returns what each of these events is about. */
  Map<EventId, EventAbout> about(Handle handle, MerchantId merchant, List<EventId> events) {
    return handle
        .createQuery(BODIES)
        .bind("merchant", merchant)
        .bindArray("events", EventId.class, events)
        .reduceRows(
            new HashMap<EventId, EventAbout>(),
            (all, row) -> {
              all.put(
                  row.getColumn("id", EventId.class),
                  EventAbout.of(row.getColumn("body", byte[].class)));
              return all;
            });
  }

  public boolean exists(Handle handle, MerchantId merchant, EventId event) {
    return of(handle, EXISTS, merchant, event).mapTo(Integer.class).findOne().isPresent();
  }

  /** Returns the attempts, run by run. */
  public List<DeliveryAttempt> attempts(Handle handle, MerchantId merchant, EventId event) {
    return of(handle, ATTEMPTS, merchant, event)
        .bind("limit", MAX_ATTEMPTS)
        .mapTo(DeliveryAttempt.class)
        .list();
  }

  /**
   * Returns when the next attempt of the event is due; null if none is, or while one is under way.
   */
  public @Nullable Instant nextAttempt(Handle handle, MerchantId merchant, EventId event) {
    return of(handle, NEXT_ATTEMPT, merchant, event).mapTo(Instant.class).findOne().orElse(null);
  }

  private static Query of(Handle handle, String sql, MerchantId merchant, EventId event) {
    return handle.createQuery(sql).bind("merchant", merchant).bind("event", event);
  }

  /** Where a cursor points. */
  sealed interface Place {
    Place START = new At(0);

    /** At an event, or at the last one that was deleted: nothing is missing after it. */
    record At(long position) implements Place {}

    /** At an event before the last one that was deleted. */
    record Deleted() implements Place {}

    /** At no event of this merchant. */
    record Unknown() implements Place {}
  }

  /** Returns where the cursor points in the merchant's feed. */
  Place place(Handle handle, MerchantId merchant, EventId id) {
    return handle
        .createQuery(POSITION)
        .bind("merchant", merchant)
        .bind("id", id)
        .mapTo(Long.class)
        .findOne()
        .<Place>map(Place.At::new)
        .orElseGet(() -> deletedPlace(handle, merchant, id));
  }

  private static Place deletedPlace(Handle handle, MerchantId merchant, EventId id) {
    return handle
        .createQuery(LAST_REMOVED)
        .bind("merchant", merchant)
        .<Place>map(
            row -> {
              EventId last = row.getColumn(1, EventId.class);
              if (last.equals(id)) {
                return new Place.At(row.getColumn(2, Long.class));
              }
              return UuidV7.millis(id.value()) <= UuidV7.millis(last.value())
                  ? new Place.Deleted()
                  : new Place.Unknown();
            })
        .findOne()
        .orElseGet(Place.Unknown::new);
  }

  /** Returns the feed after a position. */
  List<EventFeed.Item> after(Handle handle, MerchantId merchant, long position, int limit) {
    return handle
        .createQuery(AFTER)
        .bind("merchant", merchant)
        .bind("position", position)
        .bind("limit", limit)
        .mapTo(EventFeed.Item.class)
        .list();
  }
}
