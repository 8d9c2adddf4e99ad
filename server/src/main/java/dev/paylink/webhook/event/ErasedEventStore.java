package dev.paylink.webhook.event;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.db.Shards;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * Rewrites the events of payments whose customer is erased: the one exception to the rule that an
 * event's bytes never change. The caller holds the merchant's event counter.
 */
public final class ErasedEventStore {
  static final String OF_PAYMENTS =
      """
      select e.id, e.body from unnest(:payments::uuid[]) as p (id)
       cross join lateral (
             select id, body from event
              where payment_id = p.id and merchant_id = :merchant offset 0) e
      """;
  private static final String REWRITE =
      "update event set body = :body where id = :id and merchant_id = :merchant";
  static final String FORGET_ANSWERS =
      """
      update delivery_attempt set response_body = null
       where event_id = any(:events) and merchant_id = :merchant and response_body is not null
      """;

  private final EventStore events = new EventStore();

  /** Locks the counter of the merchant, so that no event is recorded until the commit. */
  public void lock(Handle handle, MerchantId merchant) {
    try {
      events.lock(handle.getConnection(), Shards.of(handle), List.of(merchant));
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException("cannot lock the events of " + merchant, e);
    }
  }

  /**
   * Rewrites the bytes of these payments' events and removes what receivers answered.
   *
   * @param erased returns the new bytes, or the same array to leave an event as it is
   * @return how many events have new bytes
   */
  public int rewrite(
      Handle handle, MerchantId merchant, List<PaymentId> payments, UnaryOperator<byte[]> erased) {
    List<EventFeed.Item> found =
        handle
            .createQuery(OF_PAYMENTS)
            .bind("merchant", merchant)
            .bindArray("payments", PaymentId.class, payments)
            .map(
                row ->
                    new EventFeed.Item(
                        row.getColumn(1, EventId.class), 0, row.getColumn(2, byte[].class)))
            .list();
    List<EventId> ids = new ArrayList<>();
    int rewritten = 0;
    PreparedBatch batch = handle.prepareBatch(REWRITE);
    for (EventFeed.Item event : found) {
      ids.add(event.id());
      byte[] body = erased.apply(event.body());
      if (!Arrays.equals(body, event.body())) {
        batch.bind("body", body).bind("id", event.id()).bind("merchant", merchant).add();
        rewritten++;
      }
    }
    if (rewritten > 0) {
      batch.execute();
    }
    handle
        .createUpdate(FORGET_ANSWERS)
        .bind("merchant", merchant)
        .bindArray("events", EventId.class, ids)
        .execute();
    return rewritten;
  }
}
