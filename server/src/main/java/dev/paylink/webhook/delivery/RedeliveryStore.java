package dev.paylink.webhook.delivery;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.webhook.event.EventQueries;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Events and deliveries as {@link Redeliver} uses them. Handles belong to its transaction. */
final class RedeliveryStore {
  private static final String LOCK_EVENT =
      """
      select deliverable, type from event where id = :event and merchant_id = :merchant
         for no key update
      """;
  private static final String LISTENING =
      """
      select events from webhook
       where merchant_id = :merchant and scope = 'invoice_settlement' and active
      """;
  // The first run, once it has a claim, is being sent: whoever asks may have just received it. A
  // later one was asked for, and is not doubled by somebody impatient.
  private static final String IS_ABOUT_TO_BE_SENT =
      """
      select 1 from (
        select state, attempts, claim_id, row_number() over (order by id) as run from delivery
         where event_id = :event and merchant_id = :merchant offset 0) d
       where state = 'pending' and attempts = 0 and (claim_id is null or run > 1) limit 1
      """;
  // Locked in the order of the key, so that two of these never deadlock.
  private static final String FIND =
      "select e.id from event e\n"
          + EventQueries.LATEST_DELIVERY
          + """
           where e.created_at > '-infinity'
             and (e.merchant_id, e.id) >= (:merchant, :from)
             and (e.merchant_id, e.id) < (:merchant, :to) and %s
             and e.deliverable and e.type = any(:types) and coalesce(d.state, 'none') = :state
           order by e.merchant_id, e.id limit :limit for no key update of e
          """
              .formatted(Shards.onlyNamed("e.merchant_id"));
  // A second transaction waits for the first and then finds them taken.
  static final String TAKE_EXHAUSTED =
      """
      with open as materialized (
        select merchant_id, event_id, id from delivery
         where state = 'exhausted' and not superseded and due_at < 'infinity'
           and merchant_id >= :merchant and merchant_id <= :merchant and %1$s
         order by merchant_id, id limit :limit for no key update)
      update delivery d set superseded = true
        from open
       where d.event_id = open.event_id and d.id = open.id and d.merchant_id = open.merchant_id
         and %2$s
      returning d.event_id
      """
          .formatted(Shards.onlyNamed("merchant_id"), Shards.onlyNamed("d.merchant_id"));
  // An exhausted event that is sent again needs no attention any more, and one that waits no other
  // run.
  static final String SUPERSEDE =
      """
      update delivery set superseded = true, state = 'exhausted'
       where event_id = any(:events) and merchant_id = :merchant
         and (state = 'exhausted' and not superseded or state = 'waiting')
      """;
  // An attempt that is under way has a claim; it is not stopped half way.
  static final String STOP =
      """
      update delivery set superseded = true, state = 'exhausted'
       where event_id = :event and merchant_id = :merchant
         and state in ('pending', 'waiting') and claim_id is null
      """;
  private static final String INSERT =
      """
      insert into delivery (merchant_id, id, event_id, state, due_at, created_at)
      values (:merchant, :id, :event, 'pending', now(), now())
      """;

  private final BusinessClock clock;

  RedeliveryStore(BusinessClock clock) {
    this.clock = clock;
  }

  /** An event; {@code deliverable} is false if no webhook is ever sent for it. */
  record Found(boolean deliverable, String type) {}

  /** Locks the event; returns null if the merchant has no such event. */
  @Nullable Found lockEvent(Handle handle, MerchantId merchant, EventId event) {
    return handle
        .createQuery(LOCK_EVENT)
        .bind("merchant", merchant)
        .bind("event", event)
        .map(row -> new Found(row.getColumn(1, Boolean.class), row.getColumn(2, String.class)))
        .findOne()
        .orElse(null);
  }

  /** Returns the types of events that the active webhook wants; null if there is none. */
  @Nullable List<String> listening(Handle handle, MerchantId merchant) {
    return handle
        .createQuery(LISTENING)
        .bind("merchant", merchant)
        .mapTo(String[].class)
        .findOne()
        .map(List::of)
        .orElse(null);
  }

  /** Ends the runs of the event that wait for an attempt; returns how many. */
  int stop(Handle handle, MerchantId merchant, EventId event) {
    return handle.createUpdate(STOP).bind("merchant", merchant).bind("event", event).execute();
  }

  boolean isAboutToBeSent(Handle handle, MerchantId merchant, EventId event) {
    return exists(
        handle.createQuery(IS_ABOUT_TO_BE_SENT).bind("merchant", merchant).bind("event", event));
  }

  /** Finds and locks the events of that range. */
  List<EventId> lockAll(
      Handle handle, MerchantId merchant, Redeliver.Range range, List<String> types, int limit) {
    return handle
        .createQuery(FIND)
        .bind("merchant", merchant)
        .bind("only", Shards.of(handle).only(merchant.value()))
        .bind("from", UuidV7.floor(range.from()))
        .bind("to", UuidV7.floor(range.to()))
        .bindArray("types", String.class, types)
        .bind("state", range.storedState())
        .bind("limit", limit)
        .mapTo(EventId.class)
        .list();
  }

  /** Marks exhausted deliveries as taken; returns their events. */
  List<EventId> takeExhausted(Handle handle, MerchantId merchant, int limit) {
    return handle
        .createQuery(TAKE_EXHAUSTED)
        .bind("merchant", merchant)
        .bind("only", Shards.of(handle).only(merchant.value()))
        .bind("limit", limit)
        .mapTo(EventId.class)
        .stream()
        .distinct()
        .toList();
  }

  /** Adds a new delivery for each event. */
  void insert(Handle handle, MerchantId merchant, List<EventId> events) {
    if (events.isEmpty()) {
      return;
    }
    // By the clock of the first run: the latest run is the one with the largest id.
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    PreparedBatch batch = handle.prepareBatch(INSERT);
    for (EventId event : events) {
      batch.bind("merchant", merchant).bind("id", UuidV7.at(now)).bind("event", event).add();
    }
    batch.execute();
    handle
        .createUpdate(SUPERSEDE)
        .bind("merchant", merchant)
        .bindArray("events", EventId.class, events)
        .execute();
  }

  private static boolean exists(Query query) {
    return query.mapTo(Integer.class).findOne().isPresent();
  }
}
