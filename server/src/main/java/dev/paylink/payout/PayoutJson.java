package dev.paylink.payout;

import dev.paylink.ids.EventId;
import dev.paylink.platform.json.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the JSON of payouts and of their events: every member always present, in one order. */
public final class PayoutJson {
  private final boolean testMode;

  public PayoutJson(boolean testMode) {
    this.testMode = testMode;
  }

  /** Returns one payout with its payments and what was reported. */
  byte[] of(Payout payout, List<Payout.Step> steps) {
    Json json = Json.object();
    put(json, payout);
    putPayments(json, payout).putObjects("reports", steps, PayoutJson::put);
    return json.bytes();
  }

  /** Writes an item of a list: without the single payments and reports. */
  public void put(Json json, Payout payout) {
    json.put("payoutId", payout.id().toString())
        .put("payoutRef", payout.payoutRef())
        .put("status", payout.status().name());
    putSums(json, payout)
        .put("paymentCount", payout.paymentCount())
        .put("createdAt", payout.createdAt())
        .put("updatedAt", payout.updatedAt())
        .put("testMode", testMode);
  }

  /**
   * Returns the bytes of an event: {@code type} says what was reported, {@code status} where the
   * payout is by now.
   */
  byte[] event(EventId id, PayoutReport report, Payout payout, Instant at) {
    Json json = Json.object();
    json.put("eventId", id.toString())
        .put("type", report.status().type())
        .put("createdAt", at)
        .put("payoutId", payout.id().toString())
        .put("payoutRef", payout.payoutRef())
        .put("status", payout.status().name());
    putPayments(putSums(json, payout), payout)
        .put("occurredAt", report.occurredAt())
        .put("testMode", testMode);
    return json.bytes();
  }

  private static Json putSums(Json json, Payout payout) {
    return json.put("amount", payout.amount().toPlainString())
        .put("fee", plain(payout.fee()))
        .put("gross", payout.gross().toPlainString())
        .put("currency", payout.currency())
        .put("rate", plain(payout.rate()))
        .put("paymentsTotal", plain(payout.paymentsTotal()))
        .put("bankReference", payout.bankReference())
        .put("accountLast4", payout.accountLast4())
        .putTexts("flags", payout.flags().stream().map(Enum::name).toList());
  }

  private static Json putPayments(Json json, Payout payout) {
    return json.putTexts("payments", payout.payments().stream().map(Object::toString).toList());
  }

  private static void put(Json json, Payout.Step step) {
    json.put("type", step.status().type())
        .put("applied", step.applied())
        .put("amount", step.amount().toPlainString())
        .put("fee", plain(step.fee()))
        .put("currency", step.currency())
        .put("occurredAt", step.occurredAt())
        .put("reportedAt", step.reportedAt());
  }

  private static @Nullable String plain(@Nullable BigDecimal number) {
    return number == null ? null : number.toPlainString();
  }
}
