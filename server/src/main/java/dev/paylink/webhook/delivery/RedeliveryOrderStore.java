package dev.paylink.webhook.delivery;

import dev.paylink.account.Actor;
import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.RedeliveryId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The orders to send webhooks of all merchants again, and how far each is carried out. */
final class RedeliveryOrderStore {
  private static final String INSERT =
      """
      insert into redelivery_order
        (id, from_at, to_at, reason, ordered_by, ordered_from, done_at, done_id)
      values (:id, :from, :to, :reason, :by, :source, :from, :none)
      """;
  private static final String NEWEST =
      "select * from redelivery_order order by id desc limit :limit";
  private static final String NEXT_OPEN =
      "select * from redelivery_order where finished_at is null order by id limit 1";
  private static final String LOCK_OPEN =
      "select 1 from redelivery_order where id = :id and finished_at is null for update";
  private static final String COUNT =
      "update redelivery_order set events = events + :count where id = :id and finished_at is null";
  private static final String ADVANCE =
      """
      update redelivery_order set done_at = :at, done_id = :delivery, skipped = skipped + :count
       where id = :id and finished_at is null and done_at = :doneAt and done_id = :doneId
      """;
  private static final String FINISH =
      """
      update redelivery_order set finished_at = now() where id = :id and finished_at is null
      returning *
      """;

  /** Sorts before every delivery. */
  private static final UUID NONE = new UUID(0, 0);

  RedeliveryId insert(Handle handle, Instant from, Instant to, String reason, Actor by) {
    RedeliveryId id = RedeliveryId.next();
    handle
        .createUpdate(INSERT)
        .bind("id", id)
        .bind("from", from)
        .bind("to", to)
        .bind("reason", reason)
        .bind("by", by.name())
        .bind("source", by.source())
        .bind("none", NONE)
        .execute();
    return id;
  }

  /** Returns the newest orders, the newest first. */
  List<RedeliveryOrder> newest(Handle handle, int limit) {
    return handle.createQuery(NEWEST).bind("limit", limit).mapTo(RedeliveryOrder.class).list();
  }

  /** Returns the oldest order that is not finished; null if all are. */
  @Nullable RedeliveryOrder nextOpen(Handle handle) {
    return handle.createQuery(NEXT_OPEN).mapTo(RedeliveryOrder.class).findOne().orElse(null);
  }

  /** Locks the order; returns false if it is finished. */
  boolean lockOpen(Handle handle, RedeliveryId id) {
    return handle.createQuery(LOCK_OPEN).bind("id", id).mapTo(Integer.class).findOne().isPresent();
  }

  /** Counts events that this transaction sends again. */
  void count(Handle handle, RedeliveryId id, int events) {
    handle.createUpdate(COUNT).bind("id", id).bind("count", events).execute();
  }

  /** Goes on behind this delivery, unless another node did so already. */
  void advance(Handle handle, RedeliveryOrder order, Instant at, DeliveryId delivery, int skipped) {
    handle
        .createUpdate(ADVANCE)
        .bind("id", order.id())
        .bind("at", at)
        .bind("delivery", delivery)
        .bind("count", skipped)
        .bind("doneAt", order.doneAt())
        .bind("doneId", order.doneId())
        .execute();
  }

  /** Ends the order; returns all that was done, by whichever node; null if it has ended already. */
  @Nullable RedeliveryOrder finish(Handle handle, RedeliveryId id) {
    return handle
        .createQuery(FINISH)
        .bind("id", id)
        .mapTo(RedeliveryOrder.class)
        .findOne()
        .orElse(null);
  }
}
