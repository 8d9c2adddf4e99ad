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
 * Money that a merchant gives back for a payment. Everything that goes to the chain is fixed once
 * its address is.
 *
 * @param token as the currency lists it
 * @param units the amount in the token's smallest units
 * @param deadline the first second, in Unix time, in which the contract refuses it
 * @param open whether it can still be settled. Until then its amount cannot be refunded again
 * @param given whether a wallet got the call to send
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
    Destination destination,
    long chainId,
    String token,
    EvmAddress tokenAddress,
    BigInteger units,
    long deadline,
    RefundStatus status,
    boolean open,
    boolean given,
    @Nullable Bytes32 transaction,
    @Nullable Long settledBlock,
    Instant createdAt,
    Instant updatedAt,
    @Nullable RefundLink link) {

  /** Where a refund goes. */
  public sealed interface Destination {}

  /** Nowhere yet: the customer names an address, and the merchant confirms it. */
  public record AwaitingAddress() implements Destination {}

  /** To the customer, by the settlement contract that pays it under this ref. */
  public record Payable(EvmAddress to, EvmAddress contract, Bytes32 ref) implements Destination {}

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
            new AwaitingAddress(),
            createdAt.plus(RefundLink.TIME_TO_NAME).getEpochSecond(),
            createdAt,
            new RefundLink(link.token(), null, null));
  }

  Refund with(
      RefundStatus newStatus,
      @Nullable Bytes32 newTransaction,
      @Nullable Long newSettledBlock,
      Instant at) {
    return with(destination, deadline, newStatus, newTransaction, newSettledBlock, at, link);
  }

  /** Returns the refund with another address, and with what follows from it. */
  Refund with(
      Destination newDestination, long newDeadline, Instant at, @Nullable RefundLink newLink) {
    return with(newDestination, newDeadline, status, transaction, settledBlock, at, newLink);
  }

  private Refund with(
      Destination newDestination,
      long newDeadline,
      RefundStatus newStatus,
      @Nullable Bytes32 newTransaction,
      @Nullable Long newSettledBlock,
      Instant at,
      @Nullable RefundLink newLink) {
    return new Refund(
        merchantId,
        id,
        paymentId,
        amount,
        currency,
        reason,
        newDestination,
        chainId,
        token,
        tokenAddress,
        units,
        newDeadline,
        newStatus,
        newStatus == RefundStatus.requested || newStatus == RefundStatus.sent,
        given,
        newTransaction,
        newSettledBlock,
        createdAt,
        at,
        newLink);
  }

  /** Returns whether the customer, and then the merchant, still have to say where it goes. */
  public boolean lacksAddress() {
    return destination instanceof AwaitingAddress;
  }

  /** Returns how it is paid; null until it has an address. */
  public @Nullable Payable payable() {
    return destination instanceof Payable payable ? payable : null;
  }

  /** Returns the customer's address, with its checksum; null until it has one. */
  public @Nullable String to() {
    return destination instanceof Payable payable ? payable.to.toString() : null;
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
    String to = to();
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
