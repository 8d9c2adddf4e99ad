package dev.paylink.settlement.received;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RefundId;
import dev.paylink.money.Bytes32;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.db.binary.ColumnArrays;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.settlement.figures.PaymentDayStore;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The books of merchants: every movement of their money, and the sums of each month.
 *
 * <ul>
 *   <li>Lines are only added, and none is changed: what is undone gets a line of its own. So a
 *       month that is over stays as it was.
 *   <li>A line is written by the transaction that changes what the payment has received, or what
 *       was refunded, under the merchant's event counter. The sums of a month and of a day are
 *       those of its lines.
 * </ul>
 *
 * <p>Plain JDBC, because it is part of every batch of outcomes.
 */
public final class MovementStore {
  private static final String INSERT =
      """
      insert into movement (merchant_id, id, kind, payment_id, chain_id, token, amount, currency, hash, log_index,
                            refund_id, reason)
      select merchant_id, id, kind, payment_id, chain_id, token, amount, currency, decode(hash, 'hex'), log_index,
             refund_id, reason
        from unnest(?::uuid[], ?::uuid[], ?::text[], ?::uuid[], ?::bigint[], ?::text[], ?::numeric[], ?::text[],
                    ?::text[], ?::bigint[], ?::uuid[], ?::text[])
             as k (merchant_id, id, kind, payment_id, chain_id, token, amount, currency, hash, log_index, refund_id,
                   reason)
      """;
  private static final String ADD_TO_MONTH =
      """
      insert into movement_month as m (merchant_id, month, chain_id, token, received, taken_back, refunded)
      select * from unnest(?::uuid[], ?::text[]::date[], ?::bigint[], ?::text[], ?::numeric[], ?::numeric[], ?::numeric[])
          on conflict (merchant_id, month, chain_id, token) do update
         set received = m.received + excluded.received, taken_back = m.taken_back + excluded.taken_back,
             refunded = m.refunded + excluded.refunded
      """;

  private record Line(Movement movement, UUID id) {}

  private record Place(MerchantId merchant, long chainId, String token) {
    static final Comparator<Place> ORDER =
        Comparator.comparing((Place it) -> it.merchant.value())
            .thenComparingLong(Place::chainId)
            .thenComparing(Place::token);
  }

  private record Moved(BigDecimal received, BigDecimal takenBack, BigDecimal refunded) {
    static Moved of(Movement movement) {
      BigDecimal none = BigDecimal.ZERO;
      return switch (movement.kind()) {
        case received -> new Moved(movement.amount(), none, none);
        case taken_back -> new Moved(none, movement.amount(), none);
        case refunded, refund_taken_back -> new Moved(none, none, movement.amount());
      };
    }

    Moved plus(Moved other) {
      return new Moved(
          received.add(other.received),
          takenBack.add(other.takenBack),
          refunded.add(other.refunded));
    }
  }

  /**
   * Adds lines to the books, of that time. The caller holds the event counters of the merchants,
   * and adds what is returned to the sums of the day.
   */
  public List<PaymentDayStore.Moved> add(
      Tx.Together together, List<Movement> movements, Instant at) {
    if (!movements.isEmpty()) {
      insert(together, movements, at);
      addToMonth(together, movements, at);
    }
    return sumsOf(movements);
  }

  /** Returns the sums of each currency; what no currency lists is in the balances alone. */
  private static List<PaymentDayStore.Moved> sumsOf(List<Movement> movements) {
    List<PaymentDayStore.Moved> sums = new ArrayList<>();
    for (Movement it : movements) {
      String currency = it.currency();
      if (currency != null) {
        sums.add(new PaymentDayStore.Moved(it.merchantId(), currency, it.kind().sums(it.amount())));
      }
    }
    return sums;
  }

  private static void addToMonth(Tx.Together together, List<Movement> movements, Instant at) {
    Map<Place, Moved> sums = new HashMap<>();
    for (Movement it : movements) {
      sums.merge(new Place(it.merchantId(), it.chainId(), it.token()), Moved.of(it), Moved::plus);
    }
    // In one order, so that two nodes never deadlock.
    List<Place> places = new ArrayList<>(sums.keySet());
    places.sort(Place.ORDER);
    LocalDate month = LocalDate.ofInstant(at, ZoneOffset.UTC).withDayOfMonth(1);
    together.update(
        ADD_TO_MONTH,
        (add, before) -> {
          ColumnArrays<Place> columns =
              new ColumnArrays<>(together.tx().connection(), add, before, places);
          columns.set(1, "uuid", it -> it.merchant.value());
          columns.set(2, "text", it -> month.toString());
          columns.set(3, "bigint", Place::chainId);
          columns.set(4, "text", Place::token);
          columns.set(5, "numeric", it -> Objects.requireNonNull(sums.get(it)).received);
          columns.set(6, "numeric", it -> Objects.requireNonNull(sums.get(it)).takenBack);
          columns.set(7, "numeric", it -> Objects.requireNonNull(sums.get(it)).refunded);
        },
        added -> {});
  }

  private static void insert(Tx.Together together, List<Movement> movements, Instant at) {
    List<Line> lines = new ArrayList<>();
    UUID id = UuidV7.at(at);
    for (Movement movement : movements) {
      lines.add(new Line(movement, id));
      id = UuidV7.after(id); // in their order
    }
    together.update(
        INSERT,
        (insert, before) -> {
          ColumnArrays<Line> columns =
              new ColumnArrays<>(together.tx().connection(), insert, before, lines);
          columns.set(1, "uuid", it -> it.movement.merchantId().value());
          columns.set(2, "uuid", Line::id);
          columns.set(3, "text", it -> it.movement.kind().name());
          columns.set(4, "uuid", it -> it.movement.paymentId().value());
          columns.set(5, "bigint", it -> it.movement.chainId());
          columns.set(6, "text", it -> it.movement.token());
          columns.set(7, "numeric", it -> it.movement.amount());
          columns.set(8, "text", it -> it.movement.currency());
          columns.set(9, "text", it -> digits(it.movement));
          columns.set(10, "bigint", it -> it.movement.logIndex());
          columns.set(11, "uuid", it -> refund(it.movement));
          columns.set(12, "text", it -> it.movement.reason());
        },
        inserted -> {});
  }

  private static @Nullable Object digits(Movement movement) {
    Bytes32 hash = movement.hash();
    return hash == null ? null : hash.digits();
  }

  private static @Nullable Object refund(Movement movement) {
    RefundId refund = movement.refundId();
    return refund == null ? null : refund.value();
  }
}
