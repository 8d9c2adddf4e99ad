package dev.paylink.webhook.event;

import dev.paylink.ids.ClaimId;
import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.EventId;
import dev.paylink.ids.Id;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.db.BinaryCopy;
import dev.paylink.platform.db.ColumnArrays;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.webhook.settings.Retry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Events, their first deliveries and the counters of their positions. Plain JDBC with {@code copy}:
 * every outcome passes here, many in one transaction. Connections belong to the caller's
 * transaction.
 */
public final class EventStore {
  private static final String INSERT_COUNTER =
      "insert into event_counter (merchant_id) values (:merchant)";
  private static final String LOCK =
      """
      with locked as materialized (
        select merchant_id, next_position from event_counter where merchant_id = any(?)
         order by merchant_id for update)
      select merchant_id, next_position, clock_timestamp() from locked
      """;
  private static final String LISTENING =
      """
      select merchant_id, events, url, signing_secret,
             case when previous_secret_until > now() then previous_secret end, retry
        from webhook
       where merchant_id = any(?) and scope = 'invoice_settlement' and active
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
      copy event (merchant_id, id, position, type, payment_id, deliverable, body, created_at)
      from stdin binary
      """;
  private static final int EVENT_COLUMNS = 8;
  private static final String COPY_DELIVERIES =
      """
      copy delivery (merchant_id, id, event_id, state, due_at, claim_id, created_at)
      from stdin binary
      """;
  private static final int DELIVERY_COLUMNS = 7;

  /** An event to store. */
  public record NewEvent(
      MerchantId merchantId,
      EventId id,
      long position,
      String type,
      PaymentId paymentId,
      boolean deliverable,
      byte[] body) {}

  /** An active webhook: the types of events it wants, and where they go. */
  record Listener(Set<String> types, FirstAttempts.Target target) {}

  /** The locked counters, and the time at which they were locked; null if there are none. */
  record Locked(Map<MerchantId, Long> nextPositions, @Nullable Instant at) {}

  /** Creates the counter of a new merchant, in the transaction that registers it. */
  public void insertCounter(Handle handle, MerchantId merchant) {
    handle.createUpdate(INSERT_COUNTER).bind("merchant", merchant).execute();
  }

  Locked lock(Connection connection, Shards shards, Collection<MerchantId> merchants)
      throws SQLException {
    Map<MerchantId, Long> nextPositions = new HashMap<>();
    Instant at = null;
    try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
      for (Object[] together : shards.together(Id.values(merchants))) {
        lock.setArray(1, connection.createArrayOf("uuid", together));
        try (ResultSet row = lock.executeQuery()) {
          while (row.next()) {
            nextPositions.put(new MerchantId(row.getObject(1, UUID.class)), row.getLong(2));
            at = row.getObject(3, OffsetDateTime.class).toInstant().truncatedTo(ChronoUnit.MILLIS);
          }
        }
      }
    }
    return new Locked(nextPositions, at);
  }

  /** Returns the active webhooks, by their merchants. */
  Map<MerchantId, Listener> listening(Connection connection, Collection<MerchantId> merchants)
      throws SQLException {
    Map<MerchantId, Listener> listening = new HashMap<>();
    try (PreparedStatement read = connection.prepareStatement(LISTENING)) {
      read.setArray(1, connection.createArrayOf("uuid", Id.values(merchants)));
      try (ResultSet row = read.executeQuery()) {
        while (row.next()) {
          listening.put(
              new MerchantId(row.getObject(1, UUID.class)),
              new Listener(
                  Set.of((String[]) row.getArray(2).getArray()),
                  new FirstAttempts.Target(
                      row.getString(3),
                      row.getBytes(4),
                      row.getBytes(5),
                      Retry.valueOf(row.getString(6)))));
        }
      }
    }
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
          .uuid(event.paymentId.value())
          .bool(event.deliverable)
          .bytes(event.body)
          .timestamp(at);
    }
    copy.send(connection, COPY_EVENTS);
  }

  /**
   * Adds one delivery for each of the events whose webhook wants it: claimed by this node, or due
   * at once for any.
   */
  void insertDeliveries(
      Connection connection,
      List<NewEvent> events,
      Map<MerchantId, Listener> listening,
      FirstAttempts firstAttempts,
      Instant at)
      throws SQLException {
    BinaryCopy copy = new BinaryCopy(DELIVERY_COLUMNS);
    for (NewEvent event : events) {
      Listener listener = listening.get(event.merchantId);
      if (!event.deliverable || listener == null || !listener.types.contains(event.type)) {
        continue;
      }
      DeliveryId id = new DeliveryId(UuidV7.at(at));
      ClaimId claim = firstAttempts.claim(id, event, listener.target);
      copy.row()
          .uuid(event.merchantId.value())
          .uuid(id.value())
          .uuid(event.id.value())
          .text(DeliveryState.pending.name())
          .timestamp(claim == null ? at : at.plus(firstAttempts.lease()))
          .uuid(claim == null ? null : claim.value())
          .timestamp(at);
    }
    copy.send(connection, COPY_DELIVERIES);
  }

  void advance(Connection connection, Shards shards, Map<MerchantId, Long> nextPositions)
      throws SQLException {
    try (PreparedStatement advance = connection.prepareStatement(ADVANCE)) {
      ColumnArrays<Map.Entry<MerchantId, Long>> columns =
          new ColumnArrays<>(connection, advance, List.copyOf(nextPositions.entrySet()));
      columns.set(1, "uuid", next -> next.getKey().value());
      columns.set(2, "bigint", Map.Entry::getValue);
      Shards.bind(
          advance,
          3,
          4,
          shards.only(nextPositions.keySet().stream().map(MerchantId::value).toList()));
      advance.executeUpdate();
    }
  }
}
