package dev.paylink.chain;

import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import java.math.BigDecimal;
import java.math.BigInteger;

/** One payment in one token on one chain. */
record Payable(ChainConfig chain, Token token, Payment payment, BigDecimal amount, Terms terms) {
  static Payable of(
      ChainConfig chain, Token token, HostedPayment hosted, BigDecimal amount, BigInteger units) {
    Payment payment = hosted.payment();
    Terms terms =
        new Terms(
            chain.deployment(),
            Terms.idOf(payment.id()),
            EvmAddress.of(hosted.payee()),
            token.address(),
            units,
            payment.expiresAt().getEpochSecond());
    return new Payable(chain, token, payment, amount, terms);
  }

  String option() {
    return chain.deployment().chainId() + ":" + token.symbol();
  }
}
