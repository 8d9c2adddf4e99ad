package dev.paylink.settlement.refund;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.RefundId;
import dev.paylink.money.EvmAddress;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Money that a merchant gives back for a payment. All that the chain is told is fixed when it is
 * requested.
 *
 * @param to the customer's address, with its checksum
 * @param contract the settlement contract that pays it
 * @param token as the currency lists it
 * @param units the amount in the token's smallest units
 * @param deadline the first second, in Unix time, in which the contract refuses it
 * @param ref 0x and 64 digits
 * @param open whether it can still be settled. Until then its amount cannot be refunded again
 * @param given whether a wallet was told what to send
 * @param transaction the hash of the transaction that pays it, proven once it is settled
 * @param settledBlock the final block that paid it
 */
public record Refund(
    MerchantId merchantId,
    RefundId id,
    PaymentId paymentId,
    BigDecimal amount,
    String currency,
    @Nullable String reason,
    String to,
    long chainId,
    EvmAddress contract,
    String token,
    EvmAddress tokenAddress,
    BigInteger units,
    long deadline,
    String ref,
    RefundStatus status,
    boolean open,
    boolean given,
    @Nullable String transaction,
    @Nullable Long settledBlock,
    Instant createdAt,
    Instant updatedAt) {

  /** Returns the time from which on it can no longer be paid. */
  public Instant expiresAt() {
    return Instant.ofEpochSecond(deadline);
  }

  /** Returns the refund as it was when it was requested: a repeated request is answered so. */
  Refund asRequested() {
    return with(RefundStatus.requested, null, null, createdAt);
  }

  Refund with(
      RefundStatus newStatus,
      @Nullable String newTransaction,
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
        at);
  }

  /** Returns what the audit log keeps of it. */
  String summary() {
    return "%s of %s, %s %s in %s to %s"
        .formatted(id, paymentId, amount.toPlainString(), currency, token, to);
  }
}
