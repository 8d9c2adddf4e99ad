package dev.paylink.payment;

import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a payment has received: the sum of its final transfers that count. It is stored with the
 * payment, by the transaction that records a transfer.
 *
 * @param amount null if nothing came; zero if all that came is in tokens that do not pay it
 * @param isPart whether it is a part of the amount, and more than dust
 * @param marks what the merchant has to look at, but for what follows from the status
 * @param transfers the transfers as JSON text, oldest first; null if nothing came, or in a list
 */
public record ReceivedMoney(
    @Nullable BigDecimal amount,
    boolean isPart,
    Set<PaymentFlag> marks,
    @Nullable String transfers) {
  public static final ReceivedMoney NOTHING = new ReceivedMoney(null, false, Set.of(), null);

  /** The decimals of an amount of nothing, where the payment has no amount to follow. */
  static final int USUAL_SCALE = 2;

  /** Returns the same with another sum. */
  public ReceivedMoney with(@Nullable BigDecimal newAmount, boolean part) {
    return new ReceivedMoney(newAmount, part, marks, transfers);
  }

  /** Returns the same with this flag, or without it. */
  public ReceivedMoney with(PaymentFlag flag, boolean has) {
    if (marks.contains(flag) == has) {
      return this;
    }
    Set<PaymentFlag> other = EnumSet.noneOf(PaymentFlag.class);
    other.addAll(marks);
    if (has) {
      other.add(flag);
    } else {
      other.remove(flag);
    }
    return new ReceivedMoney(amount, isPart, other, transfers);
  }

  /** Returns the sum, exact, with at least the decimals of the payment's amount. */
  BigDecimal exact(@Nullable BigDecimal asked) {
    BigDecimal exact = amount == null ? BigDecimal.ZERO : amount.stripTrailingZeros();
    return exact.setScale(Math.max(asked == null ? USUAL_SCALE : asked.scale(), exact.scale()));
  }
}
