package dev.paylink.payout;

import dev.paylink.ids.PaymentId;
import dev.paylink.ids.PayoutId;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The payments of a payout, and what they brought. */
public record PaymentsInPayout(List<Row> rows) {
  /** A payment, as far as a payout needs it. */
  public record Row(
      PaymentId id,
      PaymentStatus status,
      @Nullable BigDecimal amount,
      String currency,
      @Nullable BigDecimal received,
      @Nullable PayoutId payoutId,
      @Nullable String customerName,
      @Nullable String customerEmail) {
    /** Returns what came; of a success of which nothing else is known, the whole. */
    public BigDecimal brought() {
      BigDecimal whole = status == PaymentStatus.success ? amount : null;
      return Objects.requireNonNullElse(received == null ? whole : received, BigDecimal.ZERO);
    }
  }

  /**
   * Returns what the payments brought in all, in the currency of the payout; null if there are
   * none, or if they are in another currency and no rate is known.
   */
  @Nullable BigDecimal total(String currency, int decimals, @Nullable BigDecimal rate) {
    List<String> currencies = rows.stream().map(Row::currency).distinct().toList();
    if (currencies.size() != 1) {
      return null;
    }
    BigDecimal sum = rows.stream().map(Row::brought).reduce(BigDecimal.ZERO, BigDecimal::add);
    if (currencies.getFirst().equals(currency)) {
      return sum.setScale(decimals, RoundingMode.HALF_EVEN);
    }
    return rate == null ? null : sum.multiply(rate).setScale(decimals, RoundingMode.HALF_EVEN);
  }

  /**
   * Returns whether the sum is that of the payout. Converted sums were rounded by somebody else, so
   * they may differ by the smallest unit.
   */
  boolean agrees(BigDecimal total, BigDecimal gross, String currency) {
    boolean converted = rows.stream().noneMatch(row -> row.currency.equals(currency));
    BigDecimal unit = BigDecimal.ONE.movePointLeft(gross.scale());
    return gross.subtract(total).abs().compareTo(converted ? unit : BigDecimal.ZERO) <= 0;
  }

  /** Refuses payments that the merchant does not have. */
  void requireAll(List<PaymentId> named) {
    Set<PaymentId> known = rows.stream().map(Row::id).collect(Collectors.toSet());
    for (PaymentId payment : named) {
      if (!known.contains(payment)) {
        throw new Rejection(
            PayoutError.PAYMENT_NOT_FOUND, Message.of("payout.payment", payment.toString()));
      }
    }
  }

  /** Refuses payments that another payout carries. */
  void requireNoneOfOthers(PayoutId payout) {
    for (Row row : rows) {
      PayoutId other = row.payoutId;
      if (other != null && !other.equals(payout)) {
        throw new Rejection(
                PayoutError.PAYMENT_IN_PAYOUT,
                Message.of("payout.taken", row.id.toString(), other.toString()))
            .with("paymentId", row.id.toString())
            .with("payoutId", other.toString());
      }
    }
  }

  /** Returns the payments that this payout carries; those that none does, if it is null. */
  List<PaymentId> of(@Nullable PayoutId payout) {
    return rows.stream().filter(row -> Objects.equals(row.payoutId, payout)).map(Row::id).toList();
  }
}
