package dev.paylink.checkout.wallet;

import dev.paylink.money.Bytes32;
import dev.paylink.payment.HostedPayment;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls that a wallet has to send to settle a payment on a chain. All call data is made here,
 * so that the browser needs no library and decides nothing about money.
 *
 * <p>Options are named {@code <chain id>:<token>}. For an unknown option, or one in which this
 * payment cannot be made, methods return null.
 */
public interface WalletPayments {
  /** Tells whether the page brings the wallet along: nothing is paid on a real chain. */
  default boolean isSimulated() {
    return false;
  }

  /**
   * Returns the chains and tokens in which this payment can be made: one, once it was signed or
   * sent. Its amount must be known.
   */
  List<WalletOption> options(HostedPayment hosted);

  /**
   * Returns the steps for one option. From now on a settlement of it on the chain is recognised as
   * this payment's. What the payer can sign is valid for minutes.
   *
   * @param nonce the payer's next permit nonce, null while it is not known
   */
  @Nullable WalletSteps prepare(
      HostedPayment hosted, String option, String payer, @Nullable BigInteger nonce);

  /**
   * Returns the paying call with the payer's signature. If a node says that it pays, the payment is
   * prepared for nothing else until the signature has run out. Also returns null if the token does
   * not support this kind.
   *
   * @param deadline the end of the signature, as it was signed
   */
  @Nullable WalletCall withSignature(
      HostedPayment hosted,
      String option,
      String payer,
      Kind kind,
      byte[] signature,
      long deadline);

  /**
   * Stores the hash of the transaction that the wallet says it sent, to display it. The hash proves
   * nothing: wallets replace transactions. Returns false if the option was not prepared.
   *
   * @param hash null for calls that were sent together, whose hash the wallet tells later
   * @param deadline the end of the steps that were sent
   */
  boolean sent(HostedPayment hosted, String option, @Nullable Bytes32 hash, long deadline);

  /** The kinds of signature that a payer can give instead of sending an approval. */
  enum Kind {
    permit,
    authorization,
    permit2
  }
}
