package dev.paylink.relay;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.id.UuidV7;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a payer has signed and a relay is to send, as it is stored.
 *
 * @param given the ref that the signature is for, or its own nonce
 * @param account whose nonce it has; both null until it was signed
 * @param ceiling the most wei per gas that it may be raised to
 * @param reserved the most wei that whatever is mined with its nonce costs
 */
record RelayOrder(
    UUID id,
    MerchantId merchantId,
    PaymentId paymentId,
    long chainId,
    Kind kind,
    String token,
    byte[] payer,
    byte[] given,
    long validAfter,
    long validBefore,
    byte[] signature,
    State state,
    @Nullable String reason,
    byte @Nullable [] account,
    @Nullable Long nonce,
    long gas,
    BigDecimal ceiling,
    BigDecimal reserved,
    LocalDate day) {
  /** Longer than anybody waits for an order. */
  private static final Duration ABANDONED = Duration.ofSeconds(30);

  /** How it pays. */
  enum Kind {
    authorization,
    permit2,
    transfer
  }

  /** The state of an order. */
  enum State {
    /** Taken, and in no transaction. */
    waiting,
    /** In a stored transaction that may be mined. */
    sent,
    /** In a final block, and paid. */
    done,
    /** Its nonce was used up by something that did not pay. */
    failed,
    /** Never in any transaction. */
    refused
  }

  EvmAddress payerAddress() {
    return EvmAddress.of(payer);
  }

  Bytes32 givenHash() {
    return Bytes32.of(given);
  }

  BigInteger ceilingWei() {
    return ceiling.toBigInteger();
  }

  BigInteger reservedWei() {
    return reserved.toBigInteger();
  }

  /** Tells whether it may have paid, or may still pay. */
  boolean isLive() {
    return state == State.waiting || state == State.sent || state == State.done;
  }

  /** Tells whether it is in no transaction, and nobody waits for it any more. */
  boolean isAbandoned(Instant now) {
    return state == State.waiting && UuidV7.millis(id) < now.minus(ABANDONED).toEpochMilli();
  }

  /** Tells whether this is the same signature of the same payer. */
  boolean isSame(RelayOrder other) {
    return chainId == other.chainId
        && kind == other.kind
        && Arrays.equals(payer, other.payer)
        && Arrays.equals(given, other.given);
  }
}
