package dev.paylink.settlement.statement;

import dev.paylink.money.Currency;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a merchant had in one token on one chain at the beginning of a month, what moved, and what
 * it had at the end. What it does with its wallet otherwise is not known here.
 *
 * @param chainId zero if nobody has told it
 * @param token empty if nobody has told it
 * @param takenBack negative
 * @param refunded negative
 */
public record Balance(
    long chainId,
    String token,
    BigDecimal opening,
    BigDecimal received,
    BigDecimal takenBack,
    BigDecimal refunded) {
  private static final int MIN_DECIMALS = 2;

  static Balance opening(long chainId, String token, BigDecimal amount) {
    return new Balance(chainId, token, amount, BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);
  }

  public BigDecimal closing() {
    return opening.add(received).add(takenBack).add(refunded);
  }

  /** Returns the same after one more movement. */
  Balance with(StatementLine line) {
    BigDecimal amount = line.amount();
    return switch (line.kind()) {
      case received ->
          new Balance(chainId, token, opening, received.add(amount), takenBack, refunded);
      case taken_back ->
          new Balance(chainId, token, opening, received, takenBack.add(amount), refunded);
      case refunded, refund_taken_back ->
          new Balance(chainId, token, opening, received, takenBack, refunded.add(amount));
      case opening, closing -> throw new IllegalArgumentException(line.kind() + " moves nothing");
    };
  }

  /** Returns an amount for people and programs: exact, with two decimals at least. */
  public static BigDecimal exact(BigDecimal amount) {
    return withDecimals(amount, MIN_DECIMALS);
  }

  /** Returns a sum in this currency: exact, with its decimals at least. */
  public static BigDecimal exact(BigDecimal sum, @Nullable Currency currency) {
    return withDecimals(sum, currency == null ? MIN_DECIMALS : currency.decimals());
  }

  private static BigDecimal withDecimals(BigDecimal amount, int least) {
    BigDecimal exact = amount.stripTrailingZeros();
    return exact.setScale(Math.max(least, exact.scale()));
  }

  /** Returns whether there is nothing to say. */
  boolean isEmpty() {
    return opening.signum() == 0
        && received.signum() == 0
        && takenBack.signum() == 0
        && refunded.signum() == 0;
  }
}
