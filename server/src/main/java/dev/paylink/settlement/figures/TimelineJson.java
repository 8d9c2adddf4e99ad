package dev.paylink.settlement.figures;

import dev.paylink.platform.json.Json;
import dev.paylink.settlement.figures.PaymentTimeline.Step;

/** The JSON of a timeline: one object per step. */
final class TimelineJson {
  private TimelineJson() {}

  static void write(Json json, Step step) {
    json.put("at", step.at());
    switch (step) {
      case PaymentTimeline.Created created -> json.put("type", "payment.created");
      case PaymentTimeline.Reported report ->
          json.put("type", report.type())
              .put("reason", report.reason())
              .putStored("transaction", report.transaction());
      case PaymentTimeline.Transferred transfer ->
          json.put("type", "transfer." + transfer.kind())
              .putObject(
                  "transaction",
                  transaction ->
                      transaction
                          .put("chainId", transfer.chainId())
                          .put("hash", transfer.hash().hex())
                          .put("blockNumber", transfer.blockNumber())
                          .put("logIndex", transfer.logIndex())
                          .put("token", transfer.token())
                          .put("amount", transfer.amount())
                          .put("payer", transfer.payer())
                          .put("payee", transfer.address()));
      case PaymentTimeline.Refunding refund ->
          json.put("type", refund.type())
              .put("refundId", refund.refundId().toString())
              .put("amount", refund.amount().toPlainString());
      case PaymentTimeline.Attempted attempt ->
          json.put("type", "webhook.attempt")
              .put("eventId", attempt.eventId().toString())
              .put("attempt", attempt.attempt())
              .put("durationMs", attempt.durationMillis())
              .put("status", attempt.status())
              .put("error", attempt.error());
    }
  }
}
