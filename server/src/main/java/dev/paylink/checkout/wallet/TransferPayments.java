package dev.paylink.checkout.wallet;

import dev.paylink.payment.HostedPayment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Paying by a plain transfer to an address of the payment's own, from any account: an exchange, a
 * hardware wallet, a phone. Options are named {@code <chain id>:<token>}.
 */
public interface TransferPayments {
  /**
   * Returns the networks and tokens in which the payment can be made by transfer; none while a
   * wallet is paying it.
   */
  List<Option> options(HostedPayment hosted);

  /**
   * Stores the address before it is shown: from now on a transfer to it counts. Returns false for
   * an unknown option, and if the payment has ended or a wallet is paying it.
   */
  boolean show(HostedPayment hosted, String option);

  /** Returns what was shown or received, the one shown last first. */
  List<Address> shown(HostedPayment hosted);

  /** Returns how long the payment usually takes to be confirmed; null if nobody knows yet. */
  @Nullable Duration usualTime(HostedPayment hosted, long chainId);

  /** A token on a network. */
  record Option(String id, String chainName, String token) {}

  /**
   * The payment's address for one token on one network.
   *
   * @param shown whether the payer has chosen this token
   * @param received in final blocks before the deadline
   * @param late in final blocks after it
   * @param seen in blocks that are not final, or waiting for one
   * @param elsewhere what came for the payment in time in its other tokens and on other networks,
   *     and was seen there: all of it counts
   * @param disputed whether nodes of the chain disagree about a transfer to it
   */
  record Address(
      long chainId,
      String chainName,
      String token,
      String tokenAddress,
      int decimals,
      String address,
      boolean shown,
      BigDecimal expected,
      BigDecimal received,
      BigDecimal late,
      BigDecimal seen,
      BigDecimal elsewhere,
      boolean disputed,
      @Nullable String explorer) {
    /** So many parts of the amount are no longer worth telling. */
    private static final BigDecimal DUST = BigDecimal.valueOf(1000);

    /** Returns what the payer has yet to send, in units that the token has. */
    public BigDecimal missing() {
      BigDecimal missing =
          expected.subtract(received).subtract(seen).subtract(elsewhere).max(BigDecimal.ZERO);
      return missing.setScale(Math.min(decimals, missing.scale()), RoundingMode.CEILING);
    }

    /** Returns the same with what came and was seen elsewhere. */
    public Address with(BigDecimal newElsewhere) {
      return new Address(
          chainId,
          chainName,
          token,
          tokenAddress,
          decimals,
          address,
          shown,
          expected,
          received,
          late,
          seen,
          newElsewhere,
          disputed,
          explorer);
    }

    /** Returns what came beyond the payment's amount. */
    public BigDecimal surplus() {
      return received.add(late).subtract(expected).max(BigDecimal.ZERO);
    }

    /** Tells whether more than dust was seen that is not final. */
    public boolean hasNews() {
      return seen.multiply(DUST).compareTo(expected) >= 0;
    }

    /** Tells whether more than dust came: anyone can send a little to an address. */
    public boolean hasMoney() {
      return received.add(late).multiply(DUST).compareTo(expected) >= 0;
    }

    /**
     * Returns what a wallet's app reads from a QR code (EIP-681): the token, and what is missing.
     */
    public String uri() {
      BigInteger units = missing().movePointRight(decimals).toBigIntegerExact();
      return "ethereum:%s@%d/transfer?address=%s&uint256=%s"
          .formatted(tokenAddress, chainId, address, units);
    }
  }
}
