package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.payment.read.HostedPayment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The ways in which payments can be made on the configured chains.
 *
 * @param isOffered tells whether payments may be prepared on a chain now
 */
public record Payables(
    Currencies currencies, List<ChainConfig> chains, Predicate<ChainConfig> isOffered) {

  /**
   * Returns the tokens that the payment's currency accepts and that can express its amount exactly.
   */
  List<Payable> of(HostedPayment hosted) {
    Currency currency = currencies.find(hosted.payment().currency());
    BigDecimal amount = hosted.payment().amount();
    List<Payable> payables = new ArrayList<>();
    if (currency == null || amount == null) {
      return payables;
    }
    for (ChainConfig chain : chains.stream().filter(isOffered).toList()) {
      for (Token token : chain.tokens()) {
        BigInteger units = token.units(amount);
        if (units != null && currency.tokens().contains(token.symbol())) {
          payables.add(Payable.of(chain, token, hosted, amount, units));
        }
      }
    }
    return payables;
  }
}
