package dev.paylink.dashboard.payments;

import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.ids.EventId;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.webhook.RedeliverCalls;
import dev.paylink.webhook.delivery.Redeliver;
import dev.paylink.webhook.settings.WebhookError;

/**
 * Sends events again for a page, or stops sending one. If that is not possible, refuses with a
 * message.
 */
public record Redelivery(Redeliver redeliver) {
  void one(MerchantVisit visit, String eventId) {
    accepted(redeliver.one(visit.merchantId(), visit.signedIn().actor(), event(eventId)));
  }

  void stop(MerchantVisit visit, String eventId) {
    switch (redeliver.stop(visit.merchantId(), visit.signedIn().actor(), event(eventId))) {
      case STOPPED -> {}
      case NOTHING_WAITS -> throw RedeliverCalls.nothingToStop();
      case UNKNOWN_EVENT -> throw notFound();
    }
  }

  Redeliver.Result.Accepted all(MerchantVisit visit, Redeliver.Range range) {
    return accepted(redeliver.all(visit.merchantId(), visit.signedIn().actor(), range));
  }

  private static EventId event(String text) {
    EventId id = EventId.parse(text);
    if (id == null) {
      throw notFound();
    }
    return id;
  }

  private static Redeliver.Result.Accepted accepted(Redeliver.Result result) {
    return switch (result) {
      case Redeliver.Result.Accepted accepted -> accepted;
      case Redeliver.Result.UnknownEvent unknown -> throw notFound();
      case Redeliver.Result.NeverDelivered never ->
          throw new Rejection(WebhookError.EVENT_NOT_DELIVERABLE, Message.of("notdeliverable"));
      case Redeliver.Result.NoActiveWebhook none ->
          throw new Rejection(WebhookError.WEBHOOK_NOT_ACTIVE, Message.of("notactive"));
    };
  }

  static Rejection notFound() {
    return new Rejection(WebhookError.EVENT_NOT_FOUND, Message.of("noevent"));
  }
}
