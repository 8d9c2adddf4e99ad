package dev.paylink.payment.read;

import dev.paylink.ids.PaymentId;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.json.Json;
import java.math.BigDecimal;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The JSON of payments, as the interface has it: every member always there, in one order. */
public final class PaymentJson {
  private final PaymentLinks links;
  private final boolean testMode;

  public PaymentJson(BaseUrl baseUrl, boolean testMode) {
    this.links = new PaymentLinks(baseUrl);
    this.testMode = testMode;
  }

  /** The answer of create-payment. The status is the one it was created with, also in a replay. */
  public byte[] created(CreatedPayment payment) {
    return Json.object()
        .put("paymentId", payment.paymentId().toString())
        .put("invoiceId", payment.invoiceId().toString())
        .put("invoiceNumber", payment.invoiceNumber())
        .put("paymentUrl", links.page(payment.paymentId(), payment.linkToken()))
        .put("status", PaymentStatus.created.name())
        .put("amount", plain(payment.amount()))
        .put("currency", payment.currency())
        .put("reference", payment.reference())
        .put("expiresAt", payment.expiresAt())
        .put("createdAt", payment.createdAt())
        .put("testMode", testMode)
        .bytes();
  }

  /**
   * Where the payer pays. Everyone who knows it sees the payment, so it is shown to the merchant
   * only.
   */
  public String link(PaymentId id, LinkToken token) {
    return links.page(id, token);
  }

  /** The answer of the server's status poll. */
  public byte[] status(Payment payment) {
    return putStatus(Json.object(), payment).bytes();
  }

  /** The status and, oldest first, the steps that led to it. */
  public <T> byte[] withTimeline(Payment payment, Iterable<T> steps, BiConsumer<Json, T> step) {
    return putStatus(Json.object(), payment).putObjects("timeline", steps, step).bytes();
  }

  /** What a payer may see: the status without what the merchant noted for itself. */
  byte[] payerStatus(Payment payment) {
    Json json = Json.object();
    putPrice(json, payment);
    return putOutcome(json, payment).bytes();
  }

  /** The members of the status poll, also those of an item of the list. */
  Json putStatus(Json json, Payment payment) {
    putPrice(json, payment)
        .put("reference", payment.reference())
        .put("interface", payment.interfaceName())
        .putStored("metadata", payment.metadata() == null ? "{}" : payment.metadata());
    return putOutcome(json, payment);
  }

  /** The first members: which payment, how it stands, what it costs. */
  private static Json putPrice(Json json, Payment payment) {
    return json.put("paymentId", payment.id().toString())
        .put("status", payment.status().name())
        .put("invoiceId", payment.invoiceId().toString())
        .put("invoiceNumber", payment.invoiceNumber())
        .put("invoiceStatus", payment.invoiceStatus().name())
        .put("amount", plain(payment.amount()))
        .put("currency", payment.currency());
  }

  /** The last members: what came of it, and its times. */
  private Json putOutcome(Json json, Payment payment) {
    return json.put("failureReason", payment.failureReason())
        .putStored("transaction", payment.transaction())
        .put("createdAt", payment.createdAt())
        .put("updatedAt", payment.updatedAt())
        .put("expiresAt", payment.expiresAt())
        .put("testMode", testMode);
  }

  private static @Nullable String plain(@Nullable BigDecimal amount) {
    return amount == null ? null : amount.toPlainString();
  }
}
