package dev.paylink.settlement.figures;

import dev.paylink.platform.json.Json;
import java.nio.charset.StandardCharsets;

/** The JSON of the daily figures. */
final class FiguresJson {
  private FiguresJson() {}

  static byte[] of(DailyFigures.Figures figures) {
    return Json.object()
        .putObjects("days", figures.days().stream().map(FiguresJson::of).toList())
        .put("upToDate", figures.upToDate())
        .bytes();
  }

  private static byte[] of(DailyFigures.Day day) {
    Json volume = Json.object();
    day.volume().forEach((currency, amount) -> volume.put(currency, amount.toPlainString()));
    Json webhooks =
        Json.object()
            .put("delivered", day.attempts().delivered())
            .put("retried", day.attempts().retried())
            .put("exhausted", day.attempts().exhausted());
    return Json.object()
        .put("day", day.day().toString())
        .put("created", day.created())
        .put("success", day.success())
        .put("failed", day.failed())
        .putRaw("volume", text(volume))
        .putRaw("webhookAttempts", text(webhooks))
        .bytes();
  }

  private static String text(Json json) {
    return new String(json.bytes(), StandardCharsets.UTF_8);
  }
}
