package dev.paylink.settlement.figures;

import dev.paylink.platform.json.Json;

/** The JSON of the daily figures. */
final class FiguresJson {
  private FiguresJson() {}

  static byte[] of(DailyFigures.Figures figures) {
    return Json.object()
        .putObjects("days", figures.days(), FiguresJson::write)
        .put("upToDate", figures.upToDate())
        .bytes();
  }

  private static void write(Json json, DailyFigures.Day day) {
    json.put("day", day.day().toString())
        .put("created", day.created())
        .put("success", day.success())
        .put("failed", day.failed())
        .putObject(
            "volume",
            volume ->
                day.volume()
                    .forEach((currency, amount) -> volume.put(currency, amount.toPlainString())))
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
