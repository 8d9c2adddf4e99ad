package dev.paylink.webhook.delivery;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.webhook.event.EventQueries;
import dev.paylink.webhook.settings.WebhookScope;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Finds and locks what {@link Redeliver} sends again. Handles belong to its transaction. */
final class RedeliveryQueries {
  private static final String LOCK_EVENT =
      """
      select deliverable, type, scope from event where id = :event and merchant_id = :merchant
         for no key update
      """;
  private static final String LISTENING =
      "select scope, events from webhook where merchant_id = :merchant and active";
  private static final String OF_TYPES =
      """
      select id from event
       where id = any(:events) and merchant_id = :merchant and type = any(:types)
      """;
  // The first run, once it has a claim, is being sent: the caller may have just received it. A
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

  /** An event; {@code deliverable} is false if no webhook is ever sent for it. */
  record Found(boolean deliverable, String type, WebhookScope scope) {}

  /** Locks the event; returns null if the merchant has no such event. */
  @Nullable Found lockEvent(Handle handle, MerchantId merchant, EventId event) {
    return handle
        .createQuery(LOCK_EVENT)
        .bind("merchant", merchant)
        .bind("event", event)
        .mapTo(Found.class)
        .findOne()
        .orElse(null);
  }

  /** Returns the active webhooks, each with the types of events that it wants. */
  Map<WebhookScope, List<String>> listening(Handle handle, MerchantId merchant) {
    Map<WebhookScope, List<String>> types = new EnumMap<>(WebhookScope.class);
    handle
        .createQuery(LISTENING)
        .bind("merchant", merchant)
        .map(
            row ->
                types.put(
                    row.getColumn("scope", WebhookScope.class),
                    List.of(row.getColumn("events", String[].class))))
        .list();
    return types;
  }

  /** Returns those of the events that are of one of these types. */
  Set<EventId> ofTypes(
      Handle handle, MerchantId merchant, List<EventId> events, List<String> types) {
    return handle
        .createQuery(OF_TYPES)
        .bind("merchant", merchant)
        .bindArray("events", EventId.class, events)
        .bindArray("types", String.class, types)
        .mapTo(EventId.class)
        .set();
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

  private static boolean exists(Query query) {
    return query.mapTo(Integer.class).findOne().isPresent();
  }
}
