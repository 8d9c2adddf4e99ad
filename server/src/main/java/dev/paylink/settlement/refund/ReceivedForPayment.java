package dev.paylink.settlement.refund;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.payment.PaymentFlag;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.settlement.apply.OnChainTransaction;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What a payment got, by the token it came in, and what is left of it. It is final if the caller
 * holds the lock of the payment.
 *
 * @param all oldest first, without tokens that no currency lists
 * @param hasMore whether something came that cannot be refunded here
 * @param refunds how many refunds the payment has, whatever their status
 */
record ReceivedForPayment(
    RefundQueries.Paid paid, List<Refundable> all, boolean hasMore, int refunds) {
  private record Place(long chainId, String token) {}

  static ReceivedForPayment of(
      Handle handle,
      Currencies currencies,
      MerchantId merchant,
      PaymentId payment,
      RefundQueries.Paid paid) {
    RefundQueries queries = new RefundQueries();
    Map<Place, BigDecimal> received = new LinkedHashMap<>();
    BigDecimal counted = BigDecimal.ZERO;
    for (RefundQueries.Came came : queries.came(handle, merchant, payment)) {
      counted = counted.add(came.counted());
      String token = came.token();
      if (token != null) {
        received.merge(new Place(came.chainId(), token), came.amount(), BigDecimal::add);
      }
    }
    OnChainTransaction by = OnChainTransaction.stored(paid.transaction());
    BigDecimal all = Objects.requireNonNullElse(paid.received(), BigDecimal.ZERO);
    // A success can be reported without its transfer: it came in the token of its transaction.
    if (by != null && by.chainId() != null && by.token() != null && all.compareTo(counted) > 0) {
      received.merge(new Place(by.chainId(), by.token()), all.subtract(counted), BigDecimal::add);
    }
    Map<Place, BigDecimal> taken = new HashMap<>();
    int refunds = 0;
    for (RefundQueries.Taken its : queries.taken(handle, merchant, payment)) {
      taken.put(new Place(its.chainId(), its.token()), its.amount());
      refunds += its.refunds();
    }
    List<Refundable> refundable = new ArrayList<>();
    received.forEach(
        (place, amount) -> {
          Currency currency = currencies.listing(place.token, paid.currency());
          if (currency != null) {
            refundable.add(
                new Refundable(
                    place.chainId,
                    place.token,
                    currency,
                    amount,
                    taken.getOrDefault(place, BigDecimal.ZERO)));
          }
        });
    boolean hasMore = all.signum() > 0 && refundable.isEmpty();
    return new ReceivedForPayment(paid, refundable, hasMore, refunds);
  }

  /** Returns whether nothing more is expected, and what came is final and decided about. */
  boolean isDecided() {
    return !paid.status().isOpen() && !isHeld() && !paid.early();
  }

  boolean isHeld() {
    return PaymentFlag.parse(paid.flags()).contains(PaymentFlag.held);
  }

  /**
   * Returns what a refund is taken from: what the payment was settled with, if some of it is left,
   * or else the oldest that has some; null if nothing came in what was chosen.
   */
  @Nullable Refundable choose(RefundParser.Chosen chosen) {
    List<Refundable> fitting = all.stream().filter(chosen::fits).toList();
    OnChainTransaction by = OnChainTransaction.stored(paid.transaction());
    return fitting.stream()
        .filter(it -> it.hasSome() && isOf(by, it))
        .findFirst()
        .or(() -> fitting.stream().filter(Refundable::hasSome).findFirst())
        .or(() -> fitting.stream().findFirst())
        .orElse(null);
  }

  /** Returns the account that settled the payment in this token; null if it is not known. */
  @Nullable String payerOf(Refundable from) {
    OnChainTransaction by = OnChainTransaction.stored(paid.transaction());
    return paid.status() == PaymentStatus.success && by != null && isOf(by, from)
        ? by.payer()
        : null;
  }

  private static boolean isOf(@Nullable OnChainTransaction by, Refundable it) {
    return by != null
        && by.chainId() != null
        && by.token() != null
        && it.isIn(by.chainId(), by.token());
  }

  /** Returns whether the money of this refund, and of all others like it, is still there. */
  boolean covers(Refund refund) {
    return all.stream()
        .anyMatch(
            it ->
                it.isIn(refund.chainId(), refund.token())
                    && it.received().compareTo(it.taken()) >= 0);
  }
}
