package dev.paylink.webhook.event;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.webhook.settings.WebhookScope;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events of some merchants, open for writing in one transaction.
 *
 * <ul>
 *   <li>Opening it locks the merchants' event counters, in id order so that two nodes never
 *       deadlock. Until the commit nobody else settles for them: everything read here stays true.
 *   <li>Positions have no gaps and become visible in their order, because the lock is held until
 *       the commit: a reader of the feed that has seen one has seen all before it.
 *   <li>An event and its delivery are stored together or not at all.
 * </ul>
 */
public final class EventBook {
  private final EventStore store = new EventStore();
  private final DeliveryStore deliveries;
  private final Tx tx;
  private final Map<MerchantId, Long> nextPositions = new HashMap<>();
  private final List<EventStore.NewEvent> events = new ArrayList<>();
  private final FirstAttempts firstAttempts;
  private @Nullable Instant openedAt;

  private EventBook(Tx tx, BusinessClock clock, FirstAttempts firstAttempts) {
    this.deliveries = new DeliveryStore(clock);
    this.tx = tx;
    this.firstAttempts = firstAttempts;
  }

  public static EventBook open(
      Tx tx, Collection<MerchantId> merchants, BusinessClock clock, FirstAttempts firstAttempts)
      throws SQLException {
    Tx.Together together = tx.together();
    EventBook book = open(together, merchants, clock, firstAttempts);
    together.run();
    return book;
  }

  /** Does the same, together with statements that follow; it is open once they have run. */
  public static EventBook open(
      Tx.Together together,
      Collection<MerchantId> merchants,
      BusinessClock clock,
      FirstAttempts firstAttempts) {
    EventBook book = new EventBook(together.tx(), clock, firstAttempts);
    book.store.lock(
        together,
        merchants,
        locked -> {
          book.nextPositions.put(locked.merchantId(), locked.nextPosition());
          book.openedAt = clock.at(locked.at());
        });
    return book;
  }

  /**
   * Returns the time by the business clock, read from the database once the lock is held, so that
   * events never run backwards.
   */
  public Instant openedAt() {
    return Objects.requireNonNull(openedAt, "no merchant of this batch has a counter");
  }

  /** Returns whether this merchant exists: each has a counter. */
  public boolean isOf(MerchantId merchant) {
    return nextPositions.containsKey(merchant);
  }

  public EventId newId() {
    return new EventId(UuidV7.at(openedAt()));
  }

  /**
   * Adds one event; every delivery and the feed carry {@code body}.
   *
   * @param scope the webhook that gets it
   * @param paymentId the payment it is about; null if it is about none
   * @param deliverable false if no webhook is ever sent for it
   */
  public void append(
      MerchantId merchant,
      EventId id,
      String type,
      WebhookScope scope,
      @Nullable PaymentId paymentId,
      boolean deliverable,
      byte[] body) {
    long position =
        Objects.requireNonNull(nextPositions.get(merchant), () -> "no counter of " + merchant);
    nextPositions.put(merchant, position + 1);
    events.add(
        new EventStore.NewEvent(merchant, id, position, type, scope, paymentId, deliverable, body));
  }

  /** Stores the added events; call before the commit. Returns the merchants who have new events. */
  public Set<MerchantId> close() throws SQLException {
    Tx.Together together = tx.together();
    Set<MerchantId> merchants = close(together);
    together.run();
    return merchants;
  }

  /** Does the same, together with other statements, which are run next. */
  public Set<MerchantId> close(Tx.Together together) throws SQLException {
    Set<MerchantId> merchants = new HashSet<>();
    events.forEach(event -> merchants.add(event.merchantId()));
    if (!merchants.isEmpty()) {
      store.insert(tx.connection(), events, openedAt());
      deliveries.insertFirst(
          tx.connection(),
          events,
          store.listening(tx.connection(), merchants),
          firstAttempts,
          openedAt());
      nextPositions.keySet().retainAll(merchants);
      store.advance(together, nextPositions);
    }
    return merchants;
  }
}
