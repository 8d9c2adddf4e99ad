package dev.paylink.settlement.refund;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.RefundId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Money that a merchant gives back for a payment. All that the chain is told is fixed when its
 * address is.
 *
 * @param to the customer's address, with its checksum; null until the merchant has confirmed what
 *     the customer named
 * @param contract the settlement contract that pays it
 * @param token as the currency lists it
 * @param units the amount in the token's smallest units
 * @param deadline the first second, in Unix time, in which the contract refuses it
 * @param ref nothing can be settled under it while there is no address
 * @param open whether it can still be settled. Until then its amount cannot be refunded again
 * @param given whether a wallet was told what to send
 * @param transaction the hash of the transaction that pays it, proven once it is settled
 * @param settledBlock the final block that paid it
 * @param link where the customer names an address; null if the merchant named it
 */
public record Refund(
    MerchantId merchantId,
    RefundId id,
    PaymentId paymentId,
    BigDecimal amount,
    String currency,
    @Nullable String reason,
    @Nullable String to,
    long chainId,
    EvmAddress contract,
    String token,
    EvmAddress tokenAddress,
    BigInteger units,
    long deadline,
    Bytes32 ref,
    RefundStatus status,
    boolean open,
    boolean given,
    @Nullable Bytes32 transaction,
    @Nullable Long settledBlock,
    Instant createdAt,
    Instant updatedAt,
    @Nullable RefundLink link) {

  /** Returns the time from which on it can no longer be paid. */
  public Instant expiresAt() {
    return Instant.ofEpochSecond(deadline);
  }

  /** Returns the refund as it was when it was requested: a repeated request is answered so. */
  Refund asRequested() {
    Refund then = with(RefundStatus.requested, null, null, createdAt);
    return link == null
        ? then
        : then.with(
            null,
            contract,
            ref,
            createdAt.plus(RefundLink.TIME_TO_NAME).getEpochSecond(),
            createdAt,
            new RefundLink(link.token(), null, null));
  }

  Refund with(
      RefundStatus newStatus,
      @Nullable Bytes32 newTransaction,
      @Nullable Long newSettledBlock,
      Instant at) {
    return new Refund(
        merchantId,
        id,
        paymentId,
        amount,
        currency,
        reason,
        to,
        chainId,
        contract,
        token,
        tokenAddress,
        units,
        deadline,
        ref,
        newStatus,
        newStatus == RefundStatus.requested || newStatus == RefundStatus.sent,
        given,
        newTransaction,
        newSettledBlock,
        createdAt,
        at,
        link);
  }

  /** Returns the refund with another address, and with what follows from it. */
  Refund with(
      @Nullable String newTo,
      EvmAddress newContract,
      Bytes32 newRef,
      long newDeadline,
      Instant at,
      @Nullable RefundLink newLink) {
    return new Refund(
        merchantId,
        id,
        paymentId,
        amount,
        currency,
        reason,
        newTo,
        chainId,
        newContract,
        token,
        tokenAddress,
        units,
        newDeadline,
        newRef,
        status,
        open,
        given,
        transaction,
        settledBlock,
        createdAt,
        at,
        newLink);
  }

  /** Returns whether the customer, and then the merchant, still have to say where it goes. */
  public boolean lacksAddress() {
    return to == null;
  }

  /** Returns the address that the customer named; null if none. */
  public @Nullable String namedAddress() {
    return link == null ? null : link.named();
  }

  /** Returns the path of the page on which the customer names an address; null if there is none. */
  public @Nullable String addressPath() {
    return link == null ? null : RefundLink.path(this, link);
  }

  /** Returns what the audit log keeps of it. */
  String summary() {
    return "%s of %s, %s %s in %s to %s"
        .formatted(
            id,
            paymentId,
            amount.toPlainString(),
            currency,
            token,
            to == null ? "an address that the customer names" : to);
  }
}
