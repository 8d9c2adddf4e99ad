package dev.paylink.settlement.apply;

import dev.paylink.money.Currency;
import dev.paylink.money.Money;
import dev.paylink.payment.read.Payment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds a confirmation against what was asked for: the payee of the day of creation, a token of the
 * currency, the exact amount. What the report leaves out is not judged.
 */
final class Mismatch {
  private Mismatch() {}

  /** What does not match, in words; null when everything told does. */
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

  /** Where the payer chose the amount, any amount of the currency is the one asked for. */
  private static boolean isAsked(Payment payment, BigDecimal told, @Nullable Currency currency) {
    BigDecimal asked = payment.amount();
    return asked == null ? chosen(told, currency) != null : asked.compareTo(told) == 0;
  }

  /** An amount the payer may choose, with the currency's decimals; null when it is none. */
  static @Nullable BigDecimal chosen(BigDecimal told, @Nullable Currency currency) {
    return currency != null
            && Money.parse(told.stripTrailingZeros().toPlainString(), currency)
                instanceof Money.Parsed.Amount amount
        ? amount.value()
        : null;
  }
}
