package dev.paylink.webhook.delivery;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.Actor;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.webhook.event.EventQueries;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/**
 * Sends events again: the same id and bytes, a new run of up to four attempts. A run that has not
 * made its first attempt yet is not doubled, so an impatient second click changes nothing.
 */
public final class Redeliver {
  public static final int MAX_AT_ONCE = 10_000;

  private static final String LOCK_EVENT =
      """
      select deliverable from event where id = :event and merchant_id = :merchant
         for no key update
      """;
  private static final String IS_LISTENING =
      """
      select 1 from webhook
       where merchant_id = :merchant and scope = 'invoice_settlement' and active
      """;
  private static final String IS_ABOUT_TO_BE_SENT =
      """
      select 1 from (
        select state, attempts from delivery
         where event_id = :event and merchant_id = :merchant offset 0) d
       where state = 'pending' and attempts = 0 limit 1
      """;
  // Locked in the order of the key, so that two of these never deadlock.
  private static final String FIND =
      "select e.id from event e\n"
          + EventQueries.LATEST_DELIVERY
          + """
             where e.created_at > '-infinity'
               and (e.merchant_id, e.id) >= (:merchant, :from)
               and (e.merchant_id, e.id) < (:merchant, :to)
               and e.deliverable and coalesce(d.state, 'none') = :state
             order by e.merchant_id, e.id limit :limit for no key update of e
            """;
  // Whoever comes second waits for the first and then finds them taken.
  static final String TAKE_EXHAUSTED =
      """
      with open as materialized (
        select merchant_id, id from delivery
         where state = 'exhausted' and not superseded and due_at < 'infinity'
           and merchant_id >= :merchant and merchant_id <= :merchant
         order by merchant_id, id limit :limit for no key update)
      update delivery d set superseded = true
        from open where d.id = open.id and d.merchant_id = open.merchant_id
      returning d.event_id
      """;
  // What was exhausted and is sent again needs nobody's attention any more.
  static final String SUPERSEDE =
      """
      update delivery set superseded = true
       where event_id = any(:events) and merchant_id = :merchant
         and state = 'exhausted' and not superseded
      """;
  private static final String INSERT =
      """
      insert into delivery (merchant_id, id, event_id, state, due_at, created_at)
      values (:merchant, :id, :event, 'pending', now(), now())
      """;

  private final Jdbi jdbi;
  private final AuditLog audit;
  private final Runnable wakeDispatcher;

  public Redeliver(Jdbi jdbi, AuditLog audit, Runnable wakeDispatcher) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.wakeDispatcher = wakeDispatcher;
  }

  /** What came of it. */
  public sealed interface Result {
    record Accepted(int events, boolean more) implements Result {}

    record UnknownEvent() implements Result {}

    /** The payment's interface is one that no webhook is sent for. */
    record NeverDelivered() implements Result {}

    record NoActiveWebhook() implements Result {}
  }

  /** Events of {@code from} until before {@code to} whose latest delivery is in that state. */
  public record Range(Instant from, Instant to, String state) {}

  public Result one(SignedIn signedIn, EventId event) {
    return one(signedIn.merchantId(), signedIn.actor(), event);
  }

  /** One event of that merchant. */
  public Result one(MerchantId merchant, Actor actor, EventId event) {
    Result result = jdbi.inTransaction(handle -> one(handle, merchant, actor, event));
    wakeDispatcher.run();
    return result;
  }

  /** Whatever of that merchant was exhausted and not sent again since. */
  public Result exhausted(MerchantId merchant, Actor actor) {
    Result result = jdbi.inTransaction(handle -> exhausted(handle, merchant, actor));
    wakeDispatcher.run();
    return result;
  }

  public Result all(SignedIn signedIn, Range range) {
    Result result = jdbi.inTransaction(handle -> all(handle, signedIn, range));
    wakeDispatcher.run();
    return result;
  }

  private Result one(Handle handle, MerchantId merchant, Actor actor, EventId event) {
    Boolean deliverable =
        handle
            .createQuery(LOCK_EVENT)
            .bind("merchant", merchant)
            .bind("event", event)
            .mapTo(Boolean.class)
            .findOne()
            .orElse(null);
    if (deliverable == null) {
      return new Result.UnknownEvent();
    }
    if (!deliverable) {
      return new Result.NeverDelivered();
    }
    if (!exists(handle, IS_LISTENING, merchant, null)) {
      return new Result.NoActiveWebhook();
    }
    if (!exists(handle, IS_ABOUT_TO_BE_SENT, merchant, event)) {
      insert(handle, merchant, List.of(event));
      audit.record(handle, merchant, actor, "event.redelivered", null, event.toString());
    }
    return new Result.Accepted(1, false);
  }

  private Result exhausted(Handle handle, MerchantId merchant, Actor actor) {
    if (!exists(handle, IS_LISTENING, merchant, null)) {
      return new Result.NoActiveWebhook();
    }
    List<EventId> events =
        handle
            .createQuery(TAKE_EXHAUSTED)
            .bind("merchant", merchant)
            .bind("limit", MAX_AT_ONCE)
            .mapTo(EventId.class)
            .stream()
            .distinct()
            .toList();
    if (!events.isEmpty()) {
      insert(handle, merchant, events);
      audit.record(
          handle, merchant, actor, "events.redelivered", null, events.size() + " exhausted");
    }
    return new Result.Accepted(events.size(), events.size() == MAX_AT_ONCE);
  }

  private Result all(Handle handle, SignedIn signedIn, Range range) {
    MerchantId merchant = signedIn.merchantId();
    if (!exists(handle, IS_LISTENING, merchant, null)) {
      return new Result.NoActiveWebhook();
    }
    List<EventId> events =
        handle
            .createQuery(FIND)
            .bind("merchant", merchant)
            .bind("from", UuidV7.floor(range.from))
            .bind("to", UuidV7.floor(range.to))
            .bind("state", range.state)
            .bind("limit", MAX_AT_ONCE)
            .mapTo(EventId.class)
            .list();
    insert(handle, merchant, events);
    audit.record(
        handle,
        merchant,
        signedIn.actor(),
        "events.redelivered",
        null,
        "%d %s from %s to %s"
            .formatted(
                events.size(),
                range.state,
                Timestamps.format(range.from),
                Timestamps.format(range.to)));
    return new Result.Accepted(events.size(), events.size() == MAX_AT_ONCE);
  }

  private static boolean exists(
      Handle handle, String sql, MerchantId merchant, @Nullable EventId event) {
    var query = handle.createQuery(sql).bind("merchant", merchant);
    if (event != null) {
      query.bind("event", event);
    }
    return query.mapTo(Integer.class).findOne().isPresent();
  }

  private static void insert(Handle handle, MerchantId merchant, List<EventId> events) {
    if (events.isEmpty()) {
      return;
    }
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
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
}
