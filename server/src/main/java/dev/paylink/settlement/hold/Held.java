package dev.paylink.settlement.hold;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A confirmation in a suspended token: the money is there, and the payment has not changed.
 *
 * @param transaction as JSON
 * @param decision null while it waits for one
 */
public record Held(
    MerchantId merchantId,
    PaymentId paymentId,
    String eventRef,
    long chainId,
    String token,
    String transaction,
    @Nullable Instant occurredAt,
    Instant heldAt,
    @Nullable Decision decision) {
  /** What operators decide about it. */
  public enum Decision {
    confirmed,
    failed
  }
}
