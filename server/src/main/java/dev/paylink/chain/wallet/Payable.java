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
import java.util.Objects;

/**
 * One payment in one token on one chain.
 *
 * @param validBefore the first second in which the contract refuses what the payer is asked to sign
 *     or send
 */
public record Payable(
    ChainConfig chain,
    Token token,
    Payment payment,
    BigDecimal amount,
    Terms terms,
    long validBefore) {
  /**
   * @param accepted the prices of the payment on this chain
   */
  public static Payable of(
      ChainConfig chain,
      Token token,
      HostedPayment hosted,
      BigDecimal amount,
      BigInteger units,
      Prices accepted) {
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

  /** Returns the same payment with another end of what the payer signs or sends. */
  Payable until(long end) {
    return new Payable(chain, token, payment, amount, terms, Math.min(end, terms.deadline()));
  }

  /** Returns the same payment with other accepted prices, of which this one must be one. */
  Payable accepting(Prices prices) {
    Terms other =
        new Terms(
            terms.deployment(),
            terms.id(),
            terms.payee(),
            terms.token(),
            terms.amount(),
            terms.deadline(),
            prices);
    return new Payable(chain, token, payment, amount, other, terms.deadline());
  }

  private boolean canBeSigned() {
    return token.permit() || token.authorization();
  }

  /** Tells whether Permit2 can save an approval: the token takes no signatures itself. */
  boolean canUsePermit2() {
    return !token.isCoin() && !canBeSigned();
  }

  /** Returns what is stored of it at an address for plain transfers. */
  public TransferAddressStore.Offered offered() {
    return new TransferAddressStore.Offered(
        payment.merchantId(),
        payment.id(),
        chain.deployment(),
        Objects.requireNonNull(chain.factory()),
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
