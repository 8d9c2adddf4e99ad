package dev.paylink.settlement.refund;

import dev.paylink.money.Bytes32;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.json.Json;
import java.util.function.BiConsumer;

/** Writes the JSON of refunds: every member always present, in one order. */
public final class RefundJson {
  private final BaseUrl baseUrl;
  private final boolean testMode;

  RefundJson(BaseUrl baseUrl, boolean testMode) {
    this.baseUrl = baseUrl;
    this.testMode = testMode;
  }

  /** Writes a refund for somebody who may request refunds. */
  byte[] of(Refund refund) {
    return of(refund, true);
  }

  byte[] of(Refund refund, boolean withLink) {
    Json json = Json.object();
    writer(withLink).accept(json, refund);
    return json.bytes();
  }

  /**
   * Returns what writes refunds.
   *
   * @param withLink whether with the link by which an address is named, which is more than to read
   */
  BiConsumer<Json, Refund> writer(boolean withLink) {
    return (json, refund) -> {
      String path = withLink ? refund.addressPath() : null;
      put(json, refund)
          .put("namedAddress", refund.namedAddress())
          .put("addressUrl", path == null ? null : baseUrl.resolve(path))
          .put("testMode", testMode);
    };
  }

  /** Writes what can still be refunded in one token. */
  static void put(Json json, Refundable refundable) {
    json.put("chainId", refundable.chainId())
        .put("token", refundable.token())
        .put("amount", refundable.left().toPlainString())
        .put("currency", refundable.currency().code());
  }

  /** Writes the members that an event has too. */
  static Json put(Json json, Refund refund) {
    Bytes32 hash = refund.transaction();
    return json.put("refundId", refund.id().toString())
        .put("paymentId", refund.paymentId().toString())
        .put("status", refund.status().name())
        .put("amount", refund.amount().toPlainString())
        .put("currency", refund.currency())
        .put("reason", refund.reason())
        .put("to", refund.to())
        .put("chainId", refund.chainId())
        .put("token", refund.token())
        .putObject(
            "transaction",
            hash,
            (transaction, its) ->
                transaction.put("hash", its.hex()).put("blockNumber", refund.settledBlock()))
        .put("expiresAt", refund.expiresAt())
        .put("createdAt", refund.createdAt())
        .put("updatedAt", refund.updatedAt());
  }
}
