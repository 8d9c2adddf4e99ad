package dev.paylink.webhook.delivery;

import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.webhook.endpoint.WebhookClient;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The right to make one attempt, until its lease ends. Whoever claims the delivery after that has
 * another claim id, and what is recorded under this one counts no more.
 *
 * @param attempt its number, from 1
 * @param endsAtNanos when the lease ends, by this node's {@link System#nanoTime}, rather too early
 * @param webhook where to; null when the merchant has none that is active
 */
record DeliveryClaim(
    UUID claimId,
    MerchantId merchantId,
    DeliveryId deliveryId,
    EventId eventId,
    int attempt,
    byte[] body,
    @Nullable Webhook webhook,
    long endsAtNanos) {

  /** False when this process was stopped for so long that an attempt would outlast its lease. */
  boolean isFresh() {
    return endsAtNanos - System.nanoTime() > WebhookClient.BUDGET.toNanos();
  }

  /** As the claim statement finds it: secrets still sealed. */
  record Webhook(String url, byte[] sealedSecret, byte @Nullable [] sealedPrevious) {}
}
