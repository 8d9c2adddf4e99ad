package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Prices;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.transfer.TransferAddressStore;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * One payment in one token on one chain.
 *
 * @param validBefore the first second in which the contract refuses what the payer is asked to sign
 *     or send. The first contract has no such time besides the deadline
 */
public record Payable(
    ChainConfig chain,
    Token token,
    Payment payment,
    BigDecimal amount,
    Terms terms,
    long validBefore) {
  /**
   * @param accepted the prices of the payment on this chain; null for the first contract
   */
  public static Payable of(
      ChainConfig chain,
      Token token,
      HostedPayment hosted,
      BigDecimal amount,
      BigInteger units,
      @Nullable Prices accepted) {
    Payment payment = hosted.payment();
    Terms terms =
        new Terms(
            chain.deployment(),
            Terms.idOf(payment.id()),
            EvmAddress.of(hosted.payee()),
            token.address(),
            units,
            payment.expiresAt().getEpochSecond(),
            accepted);
    return new Payable(chain, token, payment, amount, terms, terms.deadline());
  }

  /**
   * Returns the same payment with another end of what the payer signs or sends. With the first
   * contract that is another deadline, so another ref.
   */
  Payable until(long end) {
    return isSecond()
        ? new Payable(chain, token, payment, amount, terms, Math.min(end, terms.deadline()))
        : with(null, end);
  }

  /** Returns the same payment with other accepted prices, of which this one must be one. */
  Payable accepting(Prices prices) {
    return with(prices, terms.deadline());
  }

  private Payable with(@Nullable Prices accepted, long deadline) {
    Terms other =
        new Terms(
            terms.deployment(),
            terms.id(),
            terms.payee(),
            terms.token(),
            terms.amount(),
            deadline,
            accepted);
    return new Payable(chain, token, payment, amount, other, deadline);
  }

  /** Tells whether the second contract settles it. */
  boolean isSecond() {
    return terms.accepted() != null;
  }

  boolean canBeSigned() {
    return token.permit() || token.authorization();
  }

  /**
   * Tells whether Permit2 can save an approval: the token takes no signatures itself, and the
   * second contract settles it.
   */
  boolean canUsePermit2() {
    return isSecond() && !token.isCoin() && !canBeSigned();
  }

  /** Returns what is stored of it at an address for plain transfers. */
  public TransferAddressStore.Offered offered() {
    return new TransferAddressStore.Offered(
        payment.merchantId(),
        payment.id(),
        chain.deployment(),
        token.address(),
        token.symbol(),
        token.decimals(),
        terms.payee(),
        amount);
  }

  String option() {
    return chain.deployment().chainId() + ":" + token.symbol();
  }
}
