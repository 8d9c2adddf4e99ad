package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.read.HostedPayment;
import dev.paylink.payment.read.Payment;
import java.math.BigDecimal;
import java.math.BigInteger;

/** One payment in one token on one chain. */
public record Payable(
    ChainConfig chain, Token token, Payment payment, BigDecimal amount, Terms terms) {
  public static Payable of(
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

  /** Returns the same payment with another end of its time, so under another ref. */
  Payable until(long deadline) {
    Terms other =
        new Terms(
            terms.deployment(), terms.id(), terms.payee(), terms.token(), terms.amount(), deadline);
    return new Payable(chain, token, payment, amount, other);
  }

  boolean canBeSigned() {
    return token.permit() || token.authorization();
  }

  String option() {
    return chain.deployment().chainId() + ":" + token.symbol();
  }
}
