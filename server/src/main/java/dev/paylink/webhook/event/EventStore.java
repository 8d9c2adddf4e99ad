package dev.paylink.webhook.event;

import dev.paylink.ids.EventId;
import dev.paylink.ids.Id;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.db.RowsByKey;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.db.binary.BinaryArray;
import dev.paylink.platform.db.binary.BinaryCopy;
import dev.paylink.platform.db.binary.ColumnArrays;
import dev.paylink.webhook.settings.Retry;
import dev.paylink.webhook.settings.WebhookKey;
import dev.paylink.webhook.settings.WebhookScope;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/**
 * Events, the counters of their positions, and where a feed begins that lost its oldest. Plain JDBC
 * with {@code copy}: every outcome passes here, many in one transaction. Connections belong to the
 * caller's transaction.
 */
public final class EventStore {
  private static final String INSERT_COUNTER =
      "insert into event_counter (merchant_id) values (:merchant)";
  private static final String LOCK =
      """
      with locked as materialized (
        select merchant_id, next_position from event_counter where merchant_id = any(?)
         order by merchant_id for update)
      select merchant_id, next_position, clock_timestamp() as locked_at from locked
      """;
  private static final String LISTENING =
      """
      select merchant_id, scope, events, url, signing_secret,
             case when previous_secret_until > now() then previous_secret end as previous_secret,
             retry
        from webhook
       where merchant_id = any(?) and active
      """;
  private static final String ADVANCE =
      """
      update event_counter c set next_position = n.next_position
        from unnest(?::uuid[], ?::bigint[]) as n (merchant_id, next_position)
       where c.merchant_id = n.merchant_id and %s
      """
          .formatted(Shards.only("c.merchant_id"));
  private static final String COPY_EVENTS =
      """
      copy event (merchant_id, id, position, type, scope, payment_id, deliverable, body, created_at)
      from stdin binary
      """;
  private static final int EVENT_COLUMNS = 9;

  private static final String OLDEST =
      """
      select id, merchant_id, position from event where id > :from and id < :end
       order by id, merchant_id limit :most
      """;
  private static final String REMOVED_BEFORE =
      "select merchant_id, position from event_removed where merchant_id = any(:merchants)";
  // By position, not by id: two events of one millisecond may have their ids the other way round.
  private static final String DELETE =
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
          .formatted(Shards.onlyNamed("merchant_id"));
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
  private static final String OF_PAYMENTS =
      """
      select e.id, e.body from unnest(:payments::uuid[]) as p (id)
       cross join lateral (
             select id, body from event
              where payment_id = p.id and merchant_id = :merchant offset 0) e
      """;
  private static final String REWRITE =
      "update event set body = :body where id = :id and merchant_id = :merchant";

  /**
   * An event to store.
   *
   * @param paymentId the payment it is about; null if it is about none
   */
  public record NewEvent(
      MerchantId merchantId,
      EventId id,
      long position,
      String type,
      WebhookScope scope,
      @Nullable PaymentId paymentId,
      boolean deliverable,
      byte[] body) {
    /** Returns the webhook that it is for. */
    public WebhookKey webhook() {
      return new WebhookKey(merchantId, scope);
    }
  }

  /** An active webhook: the types of events it wants, and where they go. */
  public record Listener(Set<String> types, DeliveryClaim.Webhook webhook, Retry retry) {}

  /** A locked counter, and the time at which it was locked. */
  record Locked(MerchantId merchantId, long nextPosition, Instant at) {}

  /** An event that was found to be deleted. */
  record Old(EventId id, MerchantId merchantId, long position) {}

  /** Creates the counter of a new merchant, in the transaction that registers it. */
  public void insertCounter(Handle handle, MerchantId merchant) {
    handle.createUpdate(INSERT_COUNTER).bind("merchant", merchant).execute();
  }

  /** Locks the counters; {@code locked} gets them in any order. */
  void lock(Tx.Together together, Collection<MerchantId> merchants, Consumer<Locked> locked) {
    for (Object[] some : together.tx().shards().together(Id.values(merchants))) {
      together.query(
          LOCK,
          (lock, before) ->
              lock.setArray(before + 1, BinaryArray.uuids(lock.getConnection(), some)),
          row ->
              locked.accept(
                  new Locked(
                      new MerchantId(row.getObject("merchant_id", UUID.class)),
                      row.getLong("next_position"),
                      row.getObject("locked_at", OffsetDateTime.class)
                          .toInstant()
                          .truncatedTo(ChronoUnit.MILLIS))));
    }
  }

  /** Returns the active webhooks of these merchants. */
  Map<WebhookKey, Listener> listening(Connection connection, Collection<MerchantId> merchants)
      throws SQLException {
    Map<WebhookKey, Listener> listening = new HashMap<>();
    RowsByKey.each(
        connection,
        LISTENING,
        Id.values(merchants),
        row ->
            listening.put(
                new WebhookKey(
                    new MerchantId(row.getObject("merchant_id", UUID.class)),
                    WebhookScope.valueOf(row.getString("scope"))),
                new Listener(
                    Set.of((String[]) row.getArray("events").getArray()),
                    DeliveryClaim.Webhook.of(row),
                    Retry.valueOf(row.getString("retry")))));
    return listening;
  }

  void insert(Connection connection, List<NewEvent> events, Instant at) throws SQLException {
    BinaryCopy copy = new BinaryCopy(EVENT_COLUMNS);
    for (NewEvent event : events) {
      copy.row()
          .uuid(event.merchantId.value())
          .uuid(event.id.value())
          .bigint(event.position)
          .text(event.type)
          .text(event.scope.name())
          .uuid(event.paymentId == null ? null : event.paymentId.value())
          .bool(event.deliverable)
          .bytes(event.body)
          .timestamp(at);
    }
    copy.send(connection, COPY_EVENTS);
  }

  void advance(Tx.Together together, Map<MerchantId, Long> nextPositions) {
    Tx tx = together.tx();
    together.update(
        ADVANCE,
        (advance, before) -> {
          ColumnArrays<Map.Entry<MerchantId, Long>> columns =
              new ColumnArrays<>(
                  tx.connection(), advance, before, List.copyOf(nextPositions.entrySet()));
          columns.set(1, "uuid", next -> next.getKey().value());
          columns.set(2, "bigint", Map.Entry::getValue);
          Shards.bind(
              advance,
              before + 3,
              before + 4,
              tx.shards().only(nextPositions.keySet().stream().map(MerchantId::value).toList()));
        },
        advanced -> {});
  }

  /** Returns the oldest events of the range. */
  List<Old> oldest(Handle handle, Retention.Range range, int most) {
    return range.bind(handle.createQuery(OLDEST), most).mapTo(Old.class).list();
  }

  /** Deletes the events up to the last ones of their merchants; returns what was deleted. */
  List<Old> delete(Handle handle, Collection<Old> lastOnes) {
    List<MerchantId> merchants = lastOnes.stream().map(Old::merchantId).toList();
    Map<MerchantId, Long> before = new HashMap<>();
    handle
        .createQuery(REMOVED_BEFORE)
        .bindArray("merchants", MerchantId.class, merchants)
        .map(
            row ->
                before.put(
                    row.getColumn("merchant_id", MerchantId.class),
                    row.getColumn("position", Long.class)))
        .list();
    List<Old> deleted = new ArrayList<>();
    for (UUID only : Shards.of(handle).oneByOne(Id.values(merchants))) {
      handle
          .createQuery(DELETE)
          .bind("only", only)
          .bindArray("merchants", MerchantId.class, merchants)
          .bind("after", literal(merchants.stream().mapToLong(it -> before.getOrDefault(it, 0L))))
          .bind("upto", literal(lastOnes.stream().mapToLong(Old::position)))
          .mapTo(Old.class)
          .forEach(deleted::add);
    }
    return deleted;
  }

  /** Notes the last ones that were deleted. */
  void mark(Handle handle, Collection<Old> lastOnes) {
    handle
        .createUpdate(MARK)
        .bindArray("merchants", MerchantId.class, lastOnes.stream().map(Old::merchantId).toList())
        .bind("positions", literal(lastOnes.stream().mapToLong(Old::position)))
        .bindArray("events", EventId.class, lastOnes.stream().map(Old::id).toList())
        .execute();
  }

  /** Returns the events of these payments with their bytes. */
  Map<EventId, byte[]> bodies(Handle handle, MerchantId merchant, List<PaymentId> payments) {
    Map<EventId, byte[]> bodies = new HashMap<>();
    handle
        .createQuery(OF_PAYMENTS)
        .bind("merchant", merchant)
        .bindArray("payments", PaymentId.class, payments)
        .map(
            row ->
                bodies.put(row.getColumn("id", EventId.class), row.getColumn("body", byte[].class)))
        .list();
    return bodies;
  }

  void rewrite(Handle handle, MerchantId merchant, Map<EventId, byte[]> bodies) {
    PreparedBatch batch = handle.prepareBatch(REWRITE);
    bodies.forEach(
        (event, body) ->
            batch.bind("body", body).bind("id", event).bind("merchant", merchant).add());
    if (!bodies.isEmpty()) {
      batch.execute();
    }
  }

  /** Returns an array as PostgreSQL reads it. */
  private static String literal(LongStream numbers) {
    return numbers.mapToObj(Long::toString).collect(Collectors.joining(",", "{", "}"));
  }
}
