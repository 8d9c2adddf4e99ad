package dev.paylink.settlement.apply;

import dev.paylink.ids.EventId;
import dev.paylink.payment.Payment;
import dev.paylink.payment.read.PaymentJson;
import dev.paylink.platform.json.Json;
import dev.paylink.webhook.event.EventBook;
import dev.paylink.webhook.settings.WebhookScope;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Builds the JSON of an event once, when the event is recorded: every delivery, redelivery and the
 * feed carry these bytes, so a signature over them stays valid.
 */
public final class EventBody {
  private static final JsonMapper JSON = JsonMapper.shared();

  /** Webhooks carry the events of these payments alone. */
  private static final String DELIVERABLE_INTERFACE = "service-server";

  private final boolean testMode;

  public EventBody(boolean testMode) {
    this.testMode = testMode;
  }

  /**
   * Returns the bytes of an event whose customer was erased: without metadata and the reason of a
   * refund, and marked as erased. An event without both says nothing about the customer and is
   * returned as it is.
   */
  public static byte[] erased(byte[] body) {
    ObjectNode event = (ObjectNode) JSON.readTree(body);
    boolean hasReason = event.path("refund").path("reason").isString();
    if (event.path("metadata").isEmpty() && !hasReason) {
      return body;
    }
    event.putObject("metadata");
    if (hasReason) {
      ((ObjectNode) event.path("refund")).putNull("reason");
    }
    event.put("erased", true);
    return JSON.writeValueAsBytes(event);
  }

  /**
   * Adds an event of the payment to the book and returns its id.
   *
   * @param more what it contains besides the payment's own state
   */
  public EventId tell(EventBook book, String type, Payment payment, Consumer<Json> more) {
    EventId id = book.newId();
    book.append(
        payment.merchantId(),
        id,
        type,
        WebhookScope.invoice_settlement,
        payment.id(),
        payment.interfaceName().equals(DELIVERABLE_INTERFACE),
        of(id, type, book.openedAt(), payment, more));
    return id;
  }

  private byte[] of(
      EventId id, String type, Instant createdAt, Payment payment, Consumer<Json> more) {
    BigDecimal amount = payment.amount();
    Json json = Json.object();
    json.put("eventId", id.toString())
        .put("type", type)
        .put("createdAt", createdAt)
        .put("paymentId", payment.id().toString())
        .put("status", payment.status().name())
        .put("invoiceId", payment.invoiceId().toString())
        .put("invoiceNumber", payment.invoiceNumber())
        .put("invoiceStatus", payment.invoiceStatus().name())
        .put("amount", amount == null ? null : amount.toPlainString())
        .put("currency", payment.currency())
        .put("reference", payment.reference())
        .putStored("metadata", payment.metadata() == null ? "{}" : payment.metadata())
        .put("failureReason", payment.failureReason())
        .putStored("transaction", payment.transaction());
    PaymentJson.putReceived(json, payment).put("testMode", testMode);
    more.accept(json);
    return json.bytes();
  }
}
