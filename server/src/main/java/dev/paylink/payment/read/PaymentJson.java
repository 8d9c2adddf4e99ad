package dev.paylink.payment.read;

import dev.paylink.ids.PaymentId;
import dev.paylink.payment.CreatedPayment;
import dev.paylink.payment.LinkToken;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentLinks;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.json.Json;
import java.math.BigDecimal;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes the JSON of payments: every member always present, in one order. */
public final class PaymentJson {
  private final PaymentLinks links;
  private final boolean testMode;
  private final boolean relayed;

  /**
   * Creates the writer.
   *
   * @param relayed whether what software signs is sent, so that payments have an x402Url
   */
  public PaymentJson(BaseUrl baseUrl, boolean testMode, boolean relayed) {
    this.links = new PaymentLinks(baseUrl);
    this.testMode = testMode;
    this.relayed = relayed;
  }

  /**
   * Returns the answer of create-payment. The status is the one it was created with, also in a
   * replay.
   */
  public byte[] created(CreatedPayment payment) {
    Json json = Json.object();
    json.put("paymentId", payment.paymentId().toString())
        .put("invoiceId", payment.invoiceId().toString())
        .put("invoiceNumber", payment.invoiceNumber())
        .put("paymentUrl", links.page(payment.paymentId(), payment.linkToken()))
        .put("x402Url", x402(payment.paymentId(), payment.linkToken()))
        .put("status", PaymentStatus.created.name())
        .put("amount", plain(payment.amount()))
        .put("currency", payment.currency())
        .put("reference", payment.reference())
        .put("expiresAt", payment.expiresAt())
        .put("createdAt", payment.createdAt())
        .put("testMode", testMode);
    return putOrder(json, payment.description(), payment.customerName(), payment.customerEmail())
        .bytes();
  }

  /**
   * Returns the address where the payer pays. Anyone who knows it sees the payment, so only the
   * merchant is shown it.
   */
  public String link(PaymentId id, LinkToken token) {
    return links.page(id, token);
  }

  /** Returns the answer of the server's status poll. */
  public byte[] status(Payment payment) {
    return putStatus(Json.object(), payment, true).bytes();
  }

  /** Returns the status and what the caller adds to it. */
  public byte[] with(Payment payment, Consumer<Json> more) {
    Json json = putStatus(Json.object(), payment, true);
    more.accept(json);
    return json.bytes();
  }

  /** Returns what a payer may see: the status without the merchant's own notes. */
  byte[] payerStatus(Payment payment) {
    Json json = Json.object();
    putPrice(json, payment);
    return putOutcome(json, payment, true).bytes();
  }

  /** Writes what a payment has received: to its status and its events. */
  public static Json putReceived(Json json, Payment payment) {
    return json.put("receivedAmount", plain(payment.received()))
        .put("missingAmount", plain(payment.missing()))
        .putTexts("flags", payment.flags().stream().map(Enum::name).toList());
  }

  /** Writes an item of a list: the status without the single transfers. */
  Json putListed(Json json, Payment payment) {
    return putStatus(json, payment, false);
  }

  private Json putStatus(Json json, Payment payment, boolean transfers) {
    putPrice(json, payment)
        .put("reference", payment.reference())
        .put("interface", payment.interfaceName())
        .putStored("metadata", payment.metadata() == null ? "{}" : payment.metadata());
    putOutcome(json, payment, transfers)
        .put("payoutId", payment.payoutId() == null ? null : payment.payoutId().toString())
        .put("paymentUrl", links.page(payment.id(), payment.linkToken()))
        .put("x402Url", x402(payment.id(), payment.linkToken()));
    return putOrder(json, payment.description(), payment.customerName(), payment.customerEmail());
  }

  private @Nullable String x402(PaymentId id, LinkToken token) {
    return relayed ? links.x402(id, token) : null;
  }

  /** Writes the first members: id, status and price. */
  private static Json putPrice(Json json, Payment payment) {
    return json.put("paymentId", payment.id().toString())
        .put("status", payment.status().name())
        .put("invoiceId", payment.invoiceId().toString())
        .put("invoiceNumber", payment.invoiceNumber())
        .put("invoiceStatus", payment.invoiceStatus().name())
        .put("amount", plain(payment.amount()))
        .put("currency", payment.currency());
  }

  /** Writes the last members: the outcome and the times. */
  private Json putOutcome(Json json, Payment payment, boolean transfers) {
    json.put("failureReason", payment.failureReason())
        .putStored("transaction", payment.transaction());
    putReceived(json, payment);
    if (transfers) {
      putTransfers(json, payment);
    }
    return json.put("refundedAmount", plain(payment.refunded()))
        .put("createdAt", payment.createdAt())
        .put("updatedAt", payment.updatedAt())
        .put("expiresAt", payment.expiresAt())
        .put("testMode", testMode);
  }

  /** Writes each final transfer, oldest first. */
  private static void putTransfers(Json json, Payment payment) {
    String transfers = payment.money().transfers();
    json.putStored("transfers", transfers == null ? "[]" : transfers);
  }

  /** Writes what the merchant said about the order: for the merchant alone. */
  public static Json putOrder(
      Json json, @Nullable String description, @Nullable String name, @Nullable String email) {
    json.put("description", description);
    return name == null && email == null
        ? json.put("customer", (String) null)
        : json.putObject("customer", customer -> customer.put("name", name).put("email", email));
  }

  /** Returns the amount as text, never with an exponent. */
  public static @Nullable String plain(@Nullable BigDecimal amount) {
    return amount == null ? null : amount.toPlainString();
  }
}
