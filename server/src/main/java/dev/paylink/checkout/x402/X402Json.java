package dev.paylink.checkout.x402;

import dev.paylink.checkout.wallet.SignedTransfers.Offer;
import dev.paylink.money.Bytes32;
import dev.paylink.payment.Payment;
import dev.paylink.platform.json.Json;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes what software reads of a payment: the requirements and the result. */
final class X402Json {
  static final int VERSION = 2;
  static final String SCHEME = "exact";

  private X402Json() {}

  static String network(long chainId) {
    return "eip155:" + chainId;
  }

  /** Writes what is to be paid, and what was wrong with what was sent, if anything. */
  static byte[] required(
      String url, @Nullable String description, List<Offer> offers, long seconds, String error) {
    return Json.object()
        .put("x402Version", (long) VERSION)
        .put("error", error)
        .putObject(
            "resource",
            resource ->
                resource
                    .put("url", url)
                    .put("description", description == null ? "" : description)
                    .put("mimeType", "application/json"))
        .putObjects("accepts", offers, (json, offer) -> accepts(json, offer, seconds))
        .bytes();
  }

  private static void accepts(Json json, Offer offer, long seconds) {
    json.put("scheme", SCHEME)
        .put("network", network(offer.chainId()))
        .put("amount", offer.units().toString())
        .put("asset", offer.asset().toString())
        .put("payTo", offer.payTo().toString())
        .put("maxTimeoutSeconds", seconds)
        .putObject(
            "extra",
            extra ->
                extra
                    .put("assetTransferMethod", "eip3009")
                    .put("name", offer.name())
                    .put("version", offer.version()));
  }

  /** Writes what is known of a payment that was sent or made. */
  static byte[] state(Payment payment, @Nullable Bytes32 hash, String receiptUrl) {
    return Json.object()
        .put("paymentId", payment.id().toString())
        .put("status", payment.status().name())
        .put("transactionHash", hash == null ? null : hash.hex())
        .putStored("transaction", payment.transaction())
        .put("receiptUrl", receiptUrl)
        .bytes();
  }

  /** Writes the header that says how a payment went. */
  static byte[] response(
      boolean success, @Nullable String reason, String network, @Nullable Bytes32 hash) {
    Json json = Json.object().put("success", success);
    if (reason != null) {
      json.put("errorReason", reason);
    }
    return json.put("transaction", hash == null ? "" : hash.hex()).put("network", network).bytes();
  }

  static String header(byte[] json) {
    return Base64.getEncoder().encodeToString(json);
  }
}
