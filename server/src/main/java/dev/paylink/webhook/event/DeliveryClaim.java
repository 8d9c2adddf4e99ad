package dev.paylink.webhook.event;

import dev.paylink.ids.ClaimId;
import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.webhook.endpoint.WebhookClient;
import dev.paylink.webhook.settings.Retry;
import dev.paylink.webhook.settings.WebhookKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The right to make one attempt, until its lease ends. A later claim on the delivery has another
 * id, and results recorded under this one no longer count.
 *
 * @param paymentId the payment that the event is about; null if it is about none
 * @param attempt its number, from 1
 * @param endsAtNanos when the lease ends, by this node's {@link System#nanoTime}, rather too early
 * @param retry how long the webhook is tried, also while it is paused
 * @param webhook the target; null if the merchant has no active webhook
 */
public record DeliveryClaim(
    ClaimId claimId,
    WebhookKey webhookKey,
    DeliveryId deliveryId,
    EventId eventId,
    @Nullable PaymentId paymentId,
    int attempt,
    byte[] body,
    Retry retry,
    @Nullable Webhook webhook,
    long endsAtNanos) {

  public MerchantId merchantId() {
    return webhookKey.merchantId();
  }

  /**
   * Returns false if this process was paused for so long that an attempt would outlast its lease.
   */
  public boolean isFresh() {
    return timeLeft().compareTo(WebhookClient.BUDGET) > 0;
  }

  /** Returns the time until the lease ends; negative if it has. */
  public Duration timeLeft() {
    return Duration.ofNanos(endsAtNanos - System.nanoTime());
  }

  /** An active webhook, secrets still sealed. */
  public record Webhook(String url, byte[] sealedSecret, byte @Nullable [] sealedPrevious) {
    static Webhook of(ResultSet row) throws SQLException {
      return new Webhook(
          row.getString("url"), row.getBytes("signing_secret"), row.getBytes("previous_secret"));
    }
  }
}
