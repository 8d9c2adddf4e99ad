package dev.paylink.webhook.event;

import dev.paylink.ids.EventId;
import dev.paylink.ids.Id;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.id.UuidV7;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the oldest events with their deliveries and attempts.
 *
 * <ul>
 *   <li>What a merchant loses is always the beginning of its feed: positions that are left have no
 *       gaps.
 *   <li>{@code event_removed} has the last one that was deleted, so the feed can tell a reader who
 *       missed events from one who has read them all.
 *   <li>No lock of an outcome is taken.
 * </ul>
 */
public final class OldEventStore implements Retention.Removal {
  private static final String ONLY = Shards.onlyNamed("merchant_id");
  static final String OLDEST =
      """
      select id, merchant_id, position from event where id > :from and id < :end
       order by id, merchant_id limit :most
      """;
  private static final String REMOVED_BEFORE =
      "select merchant_id, position from event_removed where merchant_id = any(:merchants)";
  // By position, not by id: two events of one millisecond may have their ids the other way round.
  static final String DELETE =
      """
      delete from event where (id, merchant_id) in (
        select e.id, e.merchant_id
          from unnest(:merchants::uuid[], :after::bigint[], :upto::bigint[]) as m (merchant_id, after, upto)
         cross join lateral (
               select id, merchant_id from event
                where merchant_id = m.merchant_id and position > m.after and position <= m.upto
                  and position > 0 and %1$s offset 0) e)
         and %1$s
      returning id, merchant_id, position
      """
          .formatted(ONLY);
  static final String DELETE_DELIVERIES =
      """
      delete from delivery where (event_id, id, merchant_id) in (
        select d.event_id, d.id, d.merchant_id
          from unnest(:events::uuid[], :merchants::uuid[]) as e (id, merchant_id)
         cross join lateral (
               select event_id, id, merchant_id from delivery
                where event_id = e.id and merchant_id = e.merchant_id and %1$s offset 0) d)
         and %1$s
      """
          .formatted(ONLY);
  static final String DELETE_ATTEMPTS =
      """
      delete from delivery_attempt where (event_id, delivery_id, attempt, merchant_id) in (
        select a.event_id, a.delivery_id, a.attempt, a.merchant_id
          from unnest(:events::uuid[], :merchants::uuid[]) as e (id, merchant_id)
         cross join lateral (
               select event_id, delivery_id, attempt, merchant_id from delivery_attempt
                where event_id = e.id and merchant_id = e.merchant_id and %1$s offset 0) a)
         and %1$s
      """
          .formatted(ONLY);
  private static final String MARK =
      """
      insert into event_removed (merchant_id, position, event_id)
      select merchant_id, position, event_id
        from unnest(:merchants::uuid[], :positions::bigint[], :events::uuid[])
             as m (merchant_id, position, event_id)
          on conflict (merchant_id) do update
         set position = excluded.position, event_id = excluded.event_id, removed_at = excluded.removed_at
       where event_removed.position < excluded.position
      """;

  private record Row(EventId id, MerchantId merchantId, long position) {}

  @Override
  public Retention.Step remove(Handle handle, Retention.Range range, int most) {
    List<Row> oldest =
        rows(
            handle,
            OLDEST,
            Map.of("from", range.from(), "end", UuidV7.floor(range.before())),
            most);
    if (oldest.isEmpty()) {
      return new Retention.Step(0, 0, range.from());
    }
    List<MerchantId> merchants = oldest.stream().map(Row::merchantId).distinct().toList();
    List<Row> deleted = delete(handle, merchants, last(oldest));
    deleteDeliveries(handle, deleted);
    mark(handle, last(deleted));
    return new Retention.Step(oldest.size(), deleted.size(), oldest.getLast().id.value());
  }

  private List<Row> delete(
      Handle handle, List<MerchantId> merchants, Map<MerchantId, Row> lastOnes) {
    Map<MerchantId, Long> before = new HashMap<>();
    handle
        .createQuery(REMOVED_BEFORE)
        .bindArray("merchants", MerchantId.class, merchants)
        .map(row -> before.put(row.getColumn(1, MerchantId.class), row.getColumn(2, Long.class)))
        .list();
    List<Row> deleted = new ArrayList<>();
    for (UUID only : Shards.of(handle).oneByOne(Id.values(merchants))) {
      deleted.addAll(delete(handle, merchants, lastOnes, before, only));
    }
    return deleted;
  }

  private static List<Row> delete(
      Handle handle,
      List<MerchantId> merchants,
      Map<MerchantId, Row> lastOnes,
      Map<MerchantId, Long> before,
      @Nullable UUID only) {
    return handle
        .createQuery(DELETE)
        .bind("only", only)
        .bindArray("merchants", MerchantId.class, merchants)
        .bind("after", literal(merchants.stream().mapToLong(it -> before.getOrDefault(it, 0L))))
        .bind("upto", literal(merchants.stream().mapToLong(it -> of(lastOnes, it).position)))
        .map(
            row ->
                new Row(
                    row.getColumn(1, EventId.class),
                    row.getColumn(2, MerchantId.class),
                    row.getColumn(3, Long.class)))
        .list();
  }

  /** An attempt that is under way finds its delivery gone, and is not recorded. */
  private static void deleteDeliveries(Handle handle, List<Row> events) {
    List<EventId> ids = events.stream().map(Row::id).toList();
    List<MerchantId> merchants = events.stream().map(Row::merchantId).toList();
    for (UUID only : Shards.of(handle).oneByOne(Id.values(merchants))) {
      for (String sql : List.of(DELETE_ATTEMPTS, DELETE_DELIVERIES)) {
        handle
            .createUpdate(sql)
            .bind("only", only)
            .bindArray("events", EventId.class, ids)
            .bindArray("merchants", MerchantId.class, merchants)
            .execute();
      }
    }
  }

  private static void mark(Handle handle, Map<MerchantId, Row> lastOnes) {
    List<Row> rows = List.copyOf(lastOnes.values());
    handle
        .createUpdate(MARK)
        .bindArray("merchants", MerchantId.class, rows.stream().map(Row::merchantId).toList())
        .bind("positions", literal(rows.stream().mapToLong(Row::position)))
        .bindArray("events", EventId.class, rows.stream().map(Row::id).toList())
        .execute();
  }

  private static List<Row> rows(Handle handle, String sql, Map<String, UUID> ids, int most) {
    return handle
        .createQuery(sql)
        .bindMap(ids)
        .bind("most", most)
        .map(
            row ->
                new Row(
                    row.getColumn(1, EventId.class),
                    row.getColumn(2, MerchantId.class),
                    row.getColumn(3, Long.class)))
        .list();
  }

  /** Returns the row with the highest position of each merchant. */
  private static Map<MerchantId, Row> last(List<Row> rows) {
    Map<MerchantId, Row> last = new HashMap<>();
    rows.forEach(
        row ->
            last.merge(
                row.merchantId, row, (one, other) -> one.position > other.position ? one : other));
    return last;
  }

  private static Row of(Map<MerchantId, Row> rows, MerchantId merchantId) {
    return Objects.requireNonNull(rows.get(merchantId));
  }

  /** Returns an array as PostgreSQL reads it. */
  private static String literal(LongStream numbers) {
    return numbers
        .mapToObj(Long::toString)
        .collect(java.util.stream.Collectors.joining(",", "{", "}"));
  }
}
