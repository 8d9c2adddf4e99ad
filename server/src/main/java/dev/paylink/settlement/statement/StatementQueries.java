package dev.paylink.settlement.statement;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of statements from the merchant's events, in the order of their index. What an
 * event says about its payment never changes; whether its success was taken back stands in the
 * payment's next event.
 */
final class StatementQueries {
  /** An event can be as long as a request, so few are read at once. */
  static final int CHUNK = 250;

  private static final String CONFIRMED = "payment.confirmed";
  private static final String FAILED = "payment.failed";
  private static final String REFUNDED = "refund.settled";

  // The range spans both columns: only the index event_list has this order. Events of one
  // transaction have ids of one millisecond, so which of them is next is told by the position.
  static final String EVENTS =
      """
      select e.id, e.type, e.body, n.type, n.created_at, n.body,
             e.type = 'refund.settled' and exists (
               select 1 from event f
                where f.payment_id = e.payment_id and f.merchant_id = :merchant
                  and f.position < e.position and f.type = 'refund.settled' and %2$s
                  and convert_from(f.body, 'UTF8')::jsonb #> '{refund,refundId}'
                    = convert_from(e.body, 'UTF8')::jsonb #> '{refund,refundId}') as again
        from (select id, position, type, payment_id, created_at, body from event
               where created_at > '-infinity'
                 and (merchant_id, id) > (:merchant, :after) and (merchant_id, id) < (:merchant, :end)
                 and %1$s
               order by merchant_id, id limit :look) e
        left join lateral (
             select type, created_at, body from event
              where e.type = 'payment.confirmed' and payment_id = e.payment_id
                and merchant_id = :merchant and position > e.position
                and type in ('payment.confirmed', 'payment.failed') and %1$s
              order by position limit 1) n
          on true
       order by e.id
      """
          .formatted(Shards.onlyNamed("merchant_id"), Shards.onlyNamed("f.merchant_id"));
  static final String LAST_REMOVED =
      "select event_id from event_removed where merchant_id = :merchant";
  static final String BUSINESS_NAME = "select business_name from merchant where id = :merchant";

  /** Some lines, and the event after which the next begin; null if there are no more. */
  record Chunk(List<StatementLine> lines, @Nullable UUID next) {}

  /** Returns the lines of the next events of that time, after this one. */
  Chunk chunk(Handle handle, MerchantId merchant, UUID after, UUID end) {
    List<StatementLine> lines = new ArrayList<>();
    List<UUID> seen =
        handle
            .createQuery(EVENTS)
            .bind("merchant", merchant)
            .bind("only", Shards.of(handle).only(merchant.value()))
            .bind("after", after)
            .bind("end", end)
            .bind("look", CHUNK)
            .map(row -> add(row, lines))
            .list();
    return new Chunk(lines, seen.size() < CHUNK ? null : seen.getLast());
  }

  private static UUID add(RowView row, List<StatementLine> lines) {
    UUID id = row.getColumn(1, UUID.class);
    String next = row.getColumn(4, String.class);
    // A success that was confirmed again is the later event's line: it is one success.
    if (CONFIRMED.equals(row.getColumn(2, String.class)) && !CONFIRMED.equals(next)) {
      StatementLine settled =
          StatementLine.settled(
              Instant.ofEpochMilli(UuidV7.millis(id)), row.getColumn(3, byte[].class));
      lines.add(settled);
      if (FAILED.equals(next)) {
        lines.add(
            settled.takenBack(row.getColumn(5, Instant.class), row.getColumn(6, byte[].class)));
      }
    }
    // A refund that was mined again after a halt is told again; it is one refund.
    if (REFUNDED.equals(row.getColumn(2, String.class)) && !row.getColumn(7, Boolean.class)) {
      lines.add(
          StatementLine.refunded(
              Instant.ofEpochMilli(UuidV7.millis(id)), row.getColumn(3, byte[].class)));
    }
    return id;
  }

  /** Returns the time up to which events were deleted; null if none was. */
  @Nullable Instant removedTo(Handle handle, MerchantId merchant) {
    return handle
        .createQuery(LAST_REMOVED)
        .bind("merchant", merchant)
        .mapTo(UUID.class)
        .map(last -> Instant.ofEpochMilli(UuidV7.millis(last)))
        .findOne()
        .orElse(null);
  }

  String businessName(Handle handle, MerchantId merchant) {
    return handle.createQuery(BUSINESS_NAME).bind("merchant", merchant).mapTo(String.class).one();
  }
}
