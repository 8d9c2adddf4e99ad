package dev.paylink.checkout.wallet;

import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Payments that software makes by signing one transfer to the payment's own address (ERC-3009),
 * which a relay sends.
 */
public interface SignedTransfers {
  /**
   * Returns where and in what such a transfer pays, and stores the addresses: from now on what
   * comes there counts. None while a wallet is paying, or once something has come.
   */
  List<Offer> offers(HostedPayment hosted);

  /** Tells whether a relay would send it now. */
  boolean isReady(HostedPayment hosted, Offer offer);

  /** Hands over a signed transfer; a repeated call has the same result. */
  RelayedPayments.Result pay(HostedPayment hosted, Offer offer, Authorization authorization);

  /** Returns the transaction with which a relay is paying, or has paid; null if there is none. */
  @Nullable UnderWay underWay(HostedPayment hosted);

  /** A transaction of a relay that pays. */
  record UnderWay(long chainId, Bytes32 hash) {}

  /**
   * A token on a chain.
   *
   * @param units the whole amount, in the token's smallest units
   * @param name under which the token's signatures are made, as is the version
   */
  record Offer(
      long chainId,
      String token,
      EvmAddress asset,
      EvmAddress payTo,
      BigInteger units,
      String name,
      String version) {}

  /** What was signed for an offer; the signature is r, s, v. */
  record Authorization(
      EvmAddress from, long validAfter, long validBefore, Bytes32 nonce, byte[] signature) {}
}
