package dev.paylink.settlement.figures;

import dev.paylink.platform.json.Json;
import java.math.BigDecimal;
import java.util.Map;

/** The JSON of the daily figures. */
final class FiguresJson {
  private FiguresJson() {}

  static byte[] of(DailyFigures.Figures figures) {
    return Json.object()
        .putObjects("days", figures.days(), FiguresJson::write)
        .put("upToDate", figures.upToDate())
        .bytes();
  }

  private static void put(Json json, Map<String, BigDecimal> sums) {
    sums.forEach((currency, amount) -> json.put(currency, amount.toPlainString()));
  }

  private static void write(Json json, DailyFigures.Day day) {
    json.put("day", day.day().toString())
        .put("created", day.created())
        .put("success", day.success())
        .put("failed", day.failed())
        .putObject("volume", sums -> put(sums, day.volume()))
        .putObject("refunded", sums -> put(sums, day.refunded()))
        .putObject(
            "flagged",
            flagged ->
                flagged
                    .put("duplicate", day.duplicates())
                    .put("mismatch", day.mismatches())
                    .put("overpaid", day.overpaid()))
        .putObject(
            "webhookAttempts",
            attempts ->
                attempts
                    .put("delivered", day.attempts().delivered())
                    .put("retried", day.attempts().retried())
                    .put("exhausted", day.attempts().exhausted()));
  }
}
