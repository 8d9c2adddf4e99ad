package dev.paylink.payment.read;

import dev.paylink.ids.PaymentId;
import dev.paylink.platform.json.Json;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of payments, as the interface has it: every member always there, in one order. */
public final class PaymentJson {
  private final PaymentLinks links;
  private final boolean testMode;

  public PaymentJson(String baseUrl, boolean testMode) {
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
   * Where the payer pays. Whoever knows it sees the payment, so it is shown to the merchant only.
   */
  public String link(PaymentId id, LinkToken token) {
    return links.page(id, token);
  }

  /** The answer of the server's status poll, and one item of the list. */
  public byte[] status(Payment payment) {
    return statusOf(payment).bytes();
  }

  /** The status and, oldest first, the steps that led to it. */
  public byte[] withTimeline(Payment payment, List<byte[]> steps) {
    return statusOf(payment).putObjects("timeline", steps).bytes();
  }

  /** What a payer may see: the status without what the merchant noted for itself. */
  byte[] payerStatus(Payment payment) {
    return outcomeOf(payment, toPrice(payment)).bytes();
  }

  private Json statusOf(Payment payment) {
    Json noted =
        toPrice(payment)
            .put("reference", payment.reference())
            .put("interface", payment.interfaceName())
            .putRaw("metadata", payment.metadata() == null ? "{}" : payment.metadata());
    return outcomeOf(payment, noted);
  }

  /** The first members: which payment, how it stands, what it costs. */
  private static Json toPrice(Payment payment) {
    return Json.object()
        .put("paymentId", payment.id().toString())
        .put("status", payment.status().name())
        .put("invoiceId", payment.invoiceId().toString())
        .put("invoiceNumber", payment.invoiceNumber())
        .put("invoiceStatus", payment.invoiceStatus().name())
        .put("amount", plain(payment.amount()))
        .put("currency", payment.currency());
  }

  /** The last ones. */
  private Json outcomeOf(Payment payment, Json json) {
    return json.put("failureReason", payment.failureReason())
        .putRaw("transaction", payment.transaction() == null ? "null" : payment.transaction())
        .put("createdAt", payment.createdAt())
        .put("updatedAt", payment.updatedAt())
        .put("expiresAt", payment.expiresAt())
        .put("testMode", testMode);
  }

  private static @Nullable String plain(@Nullable BigDecimal amount) {
    return amount == null ? null : amount.toPlainString();
  }
}
