package dev.paylink.settlement.figures;

import dev.paylink.platform.json.Json;
import dev.paylink.settlement.figures.PaymentTimeline.Step;
import java.util.List;

/** The JSON of a timeline: one object per step. */
final class TimelineJson {
  private TimelineJson() {}

  static List<byte[]> of(List<Step> steps) {
    return steps.stream().map(TimelineJson::of).toList();
  }

  private static byte[] of(Step step) {
    Json json = Json.object().put("at", step.at());
    return switch (step) {
      case PaymentTimeline.Created created -> json.put("type", "payment.created").bytes();
      case PaymentTimeline.Reported report ->
          json.put("type", report.type())
              .put("reason", report.reason())
              .putRaw("transaction", report.transaction() == null ? "null" : report.transaction())
              .bytes();
      case PaymentTimeline.Attempted attempt ->
          json.put("type", "webhook.attempt")
              .put("eventId", attempt.eventId().toString())
              .put("attempt", attempt.attempt())
              .put("durationMs", attempt.durationMillis())
              .putRaw("status", String.valueOf(attempt.status()))
              .put("error", attempt.error())
              .bytes();
    };
  }
}
