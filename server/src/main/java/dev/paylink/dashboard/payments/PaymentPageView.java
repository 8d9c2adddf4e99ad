package dev.paylink.dashboard.payments;

import dev.paylink.ids.EventId;
import dev.paylink.invoice.Invoice;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.reuse.ReusableLink;
import dev.paylink.platform.web.Panel;
import dev.paylink.settlement.figures.PaymentFlags;
import dev.paylink.settlement.figures.PaymentTimeline;
import dev.paylink.settlement.figures.TransferSum;
import dev.paylink.settlement.refund.Refund;
import dev.paylink.webhook.event.DeliveredEvent;
import dev.paylink.webhook.settings.WebhookHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One payment with everything that is known about it. */
public record PaymentPageView(
    Panel panel,
    boolean mayChange,
    @Nullable String news,
    Payment payment,
    PaymentFlags flags,
    List<TransferSum> transferSums,
    @Nullable Invoice invoice,
    String link,
    @Nullable ReusableLink madeBy,
    List<Refund> refunds,
    List<PaymentTimeline.Step> timeline,
    List<DeliveredEvent> events,
    Map<EventId, byte[]> bodies) {

  public boolean isOpen() {
    return payment.status().isOpen();
  }

  /** Tells whether money can be given back for it. */
  public boolean isRefundable() {
    return payment.status() == PaymentStatus.success;
  }

  /** Returns the exact body that was sent to the merchant's server. */
  public String body(EventId event) {
    return new String(bodies.getOrDefault(event, new byte[0]), StandardCharsets.UTF_8);
  }

  /** Returns the headers of an attempt. */
  public Map<String, String> headers(PaymentTimeline.Attempted attempt) {
    return WebhookHeaders.shown(attempt.eventId().toString(), attempt.attempt(), attempt.at());
  }
}
