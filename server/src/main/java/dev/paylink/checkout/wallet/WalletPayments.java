package dev.paylink.checkout.wallet;

import dev.paylink.payment.read.HostedPayment;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a wallet has to send so that a payment is settled on a chain. All call data is made here, so
 * that the browser needs no library and decides nothing about money.
 *
 * <p>Options are named {@code <chain id>:<token>}; an unknown one, or one that this payment cannot
 * be made in, reads as null.
 */
public interface WalletPayments {
  /** Where and in what this payment can be made; its amount is known. */
  List<WalletOption> options(HostedPayment hosted);

  /**
   * The steps for one option. From now on a settlement of it on the chain is recognised as this
   * payment's; asking again changes nothing.
   *
   * @param nonce the payer's next permit nonce, null while it is not known
   */
  @Nullable WalletSteps prepare(
      HostedPayment hosted, String option, String payer, @Nullable BigInteger nonce);

  /** The paying call with what the payer signed; null also when the token does not take it. */
  @Nullable WalletCall withSignature(
      HostedPayment hosted, String option, String payer, Kind kind, byte[] signature);

  /**
   * Keeps the hash of what the wallet says it sent, to show it. It proves nothing: wallets replace
   * transactions. False when the option was not prepared.
   */
  boolean sent(HostedPayment hosted, String option, String hash);

  /** What a payer can sign instead of sending an approval. */
  enum Kind {
    permit,
    authorization
  }
}
