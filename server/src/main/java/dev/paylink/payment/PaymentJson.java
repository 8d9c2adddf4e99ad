package dev.paylink.payment;

import dev.paylink.platform.json.Json;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of payments, as the interface has it: every member always there, in one order. */
public final class PaymentJson {
  private final String baseUrl;
  private final boolean testMode;

  public PaymentJson(String baseUrl, boolean testMode) {
    this.baseUrl = baseUrl;
    this.testMode = testMode;
  }

  /** The answer of create-payment. The status is the one it was created with, also in a replay. */
  byte[] created(CreatedPayment payment) {
    String id = payment.paymentId().toString();
    return Json.object()
        .put("paymentId", id)
        .put("invoiceId", payment.invoiceId().toString())
        .put("invoiceNumber", payment.invoiceNumber())
        .put("paymentUrl", link(payment.paymentId(), payment.linkToken()))
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
    return baseUrl + "/pay/" + id + '/' + token.text();
  }

  /** The answer of the server's status poll, and one item of the list. */
  public byte[] status(Payment payment) {
    return statusOf(payment).bytes();
  }

  /** The status and, oldest first, the steps that led to it. */
  public byte[] withTimeline(Payment payment, List<byte[]> steps) {
    return statusOf(payment).putObjects("timeline", steps).bytes();
  }

  private Json statusOf(Payment payment) {
    return Json.object()
        .put("paymentId", payment.id().toString())
        .put("status", payment.status().name())
        .put("invoiceId", payment.invoiceId().toString())
        .put("invoiceNumber", payment.invoiceNumber())
        .put("invoiceStatus", payment.invoiceStatus().name())
        .put("amount", plain(payment.amount()))
        .put("currency", payment.currency())
        .put("reference", payment.reference())
        .put("interface", payment.interfaceName())
        .putRaw("metadata", payment.metadata() == null ? "{}" : payment.metadata())
        .put("failureReason", payment.failureReason())
        .putRaw("transaction", payment.transaction() == null ? "null" : payment.transaction())
        .put("createdAt", payment.createdAt())
        .put("updatedAt", payment.updatedAt())
        .put("expiresAt", payment.expiresAt())
        .put("testMode", testMode);
  }

  /** What a payer may see: the status without what the merchant noted for itself. */
  byte[] payerStatus(Payment payment) {
    return Json.object()
        .put("paymentId", payment.id().toString())
        .put("status", payment.status().name())
        .put("invoiceId", payment.invoiceId().toString())
        .put("invoiceNumber", payment.invoiceNumber())
        .put("invoiceStatus", payment.invoiceStatus().name())
        .put("amount", plain(payment.amount()))
        .put("currency", payment.currency())
        .put("failureReason", payment.failureReason())
        .putRaw("transaction", payment.transaction() == null ? "null" : payment.transaction())
        .put("createdAt", payment.createdAt())
        .put("updatedAt", payment.updatedAt())
        .put("expiresAt", payment.expiresAt())
        .put("testMode", testMode)
        .bytes();
  }

  private static @Nullable String plain(@Nullable BigDecimal amount) {
    return amount == null ? null : amount.toPlainString();
  }
}
