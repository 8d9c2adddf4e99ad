package dev.paylink.settlement.received;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.RefundId;
import dev.paylink.money.Bytes32;
import dev.paylink.settlement.figures.Sums;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A movement of a merchant's money on a chain: one line of its books.
 *
 * @param chainId zero if nobody has told it
 * @param token empty if nobody has told it
 * @param amount in the token; negative if it left
 * @param currency the one that lists the token, or that it paid in; null if there is none
 * @param hash null if nobody has told it
 */
public record Movement(
    MerchantId merchantId,
    PaymentId paymentId,
    Kind kind,
    long chainId,
    String token,
    BigDecimal amount,
    @Nullable String currency,
    @Nullable Bytes32 hash,
    @Nullable Long logIndex,
    @Nullable RefundId refundId,
    @Nullable String reason) {

  /** The kind of movement, as stored and reported. */
  public enum Kind {
    /** It came to the payment's address, or to the merchant's own. */
    received,
    /** What came is not there any more: its block is gone. */
    taken_back,
    /** It was given back. */
    refunded,
    /** What was given back is there again: its block is gone, and it can no longer be paid. */
    refund_taken_back;

    /** Returns what a movement of this amount adds to the sums of its time. */
    public Sums sums(BigDecimal amount) {
      return switch (this) {
        case received -> Sums.ofGross(amount);
        case taken_back -> Sums.ofTakenBack(amount.negate());
        case refunded -> Sums.ofRefunded(1, amount.negate());
        case refund_taken_back -> Sums.ofRefunded(-1, amount.negate());
      };
    }
  }

  /** Returns the line of a transfer that came. */
  public static Movement received(ReceivedTransfer row, @Nullable String currency) {
    return of(row, Kind.received, row.amount(), currency, null);
  }

  /** Returns the line of a transfer that is gone. */
  public static Movement takenBack(
      ReceivedTransfer row, @Nullable String currency, @Nullable String reason) {
    return of(row, Kind.taken_back, row.amount().negate(), currency, reason);
  }

  /** Returns the same with at least so many decimals, and no zeros behind them. */
  public Movement withDecimals(int least) {
    BigDecimal exact = amount.stripTrailingZeros();
    return new Movement(
        merchantId,
        paymentId,
        kind,
        chainId,
        token,
        exact.setScale(Math.max(least, exact.scale())),
        currency,
        hash,
        logIndex,
        refundId,
        reason);
  }

  private static Movement of(
      ReceivedTransfer row,
      Kind kind,
      BigDecimal amount,
      @Nullable String currency,
      @Nullable String reason) {
    String token = row.token();
    return new Movement(
        row.merchantId(),
        row.paymentId(),
        kind,
        row.transfer().chainId(),
        token == null ? "" : token,
        amount,
        currency,
        row.transfer().hash(),
        row.transfer().logIndex(),
        null,
        reason);
  }
}
