package dev.paylink.webhook.event;

import dev.paylink.ids.EventId;
import dev.paylink.ids.Id;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.db.BinaryCopy;
import dev.paylink.platform.id.UuidV7;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The events of some merchants, open for writing in one transaction.
 *
 * <ul>
 *   <li>Opening it locks the merchants' event counters, in id order so that two nodes never
 *       deadlock. Until the commit nobody else settles for them: whatever is read here stays true.
 *   <li>Positions have no gaps and become visible in their order, because the lock is held until
 *       the commit: a reader of the feed that has seen one has seen all before it.
 *   <li>An event and its delivery are stored together or not at all.
 * </ul>
 */
public final class EventBook {
  private static final String LOCK =
      """
      with locked as materialized (
        select merchant_id, next_position from event_counter where merchant_id = any(?)
         order by merchant_id for update)
      select merchant_id, next_position, clock_timestamp() from locked
      """;
  private static final String LISTENING =
      """
      select merchant_id from webhook
       where merchant_id = any(?) and scope = 'invoice_settlement' and active
      """;
  private static final String ADVANCE =
      "update event_counter set next_position = ? where merchant_id = ?";
  private static final String COPY_EVENTS =
      """
      copy event (merchant_id, id, position, type, payment_id, deliverable, body, created_at)
      from stdin binary
      """;
  private static final int EVENT_COLUMNS = 8;
  private static final String COPY_DELIVERIES =
      """
      copy delivery (merchant_id, id, event_id, state, due_at, created_at)
      from stdin binary
      """;
  private static final int DELIVERY_COLUMNS = 6;

  private final Connection connection;
  private final Map<MerchantId, Long> nextPositions = new HashMap<>();
  private final Set<MerchantId> listening = new HashSet<>();
  private final List<NewEvent> events = new ArrayList<>();
  private @Nullable Instant openedAt;

  private record NewEvent(
      MerchantId merchantId,
      EventId id,
      long position,
      String type,
      PaymentId paymentId,
      boolean deliverable,
      byte[] body) {}

  private EventBook(Connection connection) {
    this.connection = connection;
  }

  public static EventBook open(Connection connection, Collection<MerchantId> merchants)
      throws SQLException {
    EventBook book = new EventBook(connection);
    book.lock(Id.values(merchants));
    return book;
  }

  /** The database's time, read once the lock is held, so that events never run backwards. */
  public Instant openedAt() {
    return Objects.requireNonNull(openedAt, "no merchant of this batch has a counter");
  }

  public EventId newId() {
    return new EventId(UuidV7.at(openedAt()));
  }

  /**
   * Takes in one event; {@code body} is what every delivery and the feed will carry.
   *
   * @param deliverable false when no webhook is ever sent for it
   */
  public void append(
      MerchantId merchant,
      EventId id,
      String type,
      PaymentId paymentId,
      boolean deliverable,
      byte[] body) {
    long position =
        Objects.requireNonNull(nextPositions.get(merchant), () -> "no counter of " + merchant);
    nextPositions.put(merchant, position + 1);
    events.add(new NewEvent(merchant, id, position, type, paymentId, deliverable, body));
  }

  /** Stores what was taken in; call before the commit. The merchants who have news. */
  public Set<MerchantId> close() throws SQLException {
    Set<MerchantId> merchants = new HashSet<>();
    events.forEach(event -> merchants.add(event.merchantId));
    if (!merchants.isEmpty()) {
      readWhoListens(Id.values(merchants));
      copyEvents();
      copyDeliveries();
      advance(merchants);
    }
    return merchants;
  }

  private void lock(Object[] merchants) throws SQLException {
    try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
      lock.setArray(1, connection.createArrayOf("uuid", merchants));
      try (ResultSet row = lock.executeQuery()) {
        while (row.next()) {
          nextPositions.put(new MerchantId(row.getObject(1, UUID.class)), row.getLong(2));
          openedAt =
              row.getObject(3, OffsetDateTime.class).toInstant().truncatedTo(ChronoUnit.MILLIS);
        }
      }
    }
  }

  private void readWhoListens(Object[] merchants) throws SQLException {
    try (PreparedStatement read = connection.prepareStatement(LISTENING)) {
      read.setArray(1, connection.createArrayOf("uuid", merchants));
      try (ResultSet row = read.executeQuery()) {
        while (row.next()) {
          listening.add(new MerchantId(row.getObject(1, UUID.class)));
        }
      }
    }
  }

  private void copyEvents() throws SQLException {
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
          .timestamp(openedAt());
    }
    copy.send(connection, COPY_EVENTS);
  }

  private void copyDeliveries() throws SQLException {
    BinaryCopy copy = new BinaryCopy(DELIVERY_COLUMNS);
    for (NewEvent event : events) {
      if (event.deliverable && listening.contains(event.merchantId)) {
        copy.row()
            .uuid(event.merchantId.value())
            .uuid(UuidV7.at(openedAt()))
            .uuid(event.id.value())
            .text(DeliveryState.pending.name())
            .timestamp(openedAt())
            .timestamp(openedAt());
      }
    }
    copy.send(connection, COPY_DELIVERIES);
  }

  private void advance(Set<MerchantId> merchants) throws SQLException {
    try (PreparedStatement advance = connection.prepareStatement(ADVANCE)) {
      for (MerchantId merchant : merchants) {
        advance.setLong(1, Objects.requireNonNull(nextPositions.get(merchant)));
        advance.setObject(2, merchant.value());
        advance.addBatch();
      }
      advance.executeBatch();
    }
  }
}
