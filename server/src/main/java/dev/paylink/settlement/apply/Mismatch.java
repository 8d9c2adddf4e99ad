package dev.paylink.settlement.apply;

import dev.paylink.money.Currency;
import dev.paylink.money.Money;
import dev.paylink.payment.Payment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks a confirmation against the payment: the payee at the time of creation, a token of the
 * currency, the exact amount. Missing parts of the report are not checked.
 */
final class Mismatch {
  private Mismatch() {}

  /** Returns the mismatch in words; null if everything reported matches. */
  static @Nullable String of(
      Payment payment, String payee, OnChainTransaction told, @Nullable Currency currency) {
    List<String> faults = new ArrayList<>();
    if (told.payee() != null && !told.payee().equalsIgnoreCase(payee)) {
      faults.add("payee is not the merchant's deposit address");
    }
    if (told.token() != null && (currency == null || !currency.tokens().contains(told.token()))) {
      faults.add("token is not accepted for " + payment.currency());
    }
    if (told.amount() != null && !isAsked(payment, told.amount(), currency)) {
      faults.add("amount is not the one asked for");
    }
    return faults.isEmpty() ? null : String.join("; ", faults);
  }

  /**
   * Returns whether the amount is the one asked for. Where the payer chose the amount, any valid
   * amount of the currency is.
   */
  private static boolean isAsked(Payment payment, BigDecimal told, @Nullable Currency currency) {
    BigDecimal asked = payment.amount();
    return asked == null ? chosen(told, currency) != null : asked.compareTo(told) == 0;
  }

  /** Returns the amount with the currency's decimals; null if a payer could not choose it. */
  static @Nullable BigDecimal chosen(BigDecimal told, @Nullable Currency currency) {
    return currency != null
            && Money.parse(told.stripTrailingZeros().toPlainString(), currency)
                instanceof Money.Parsed.Amount amount
        ? amount.value()
        : null;
  }
}
