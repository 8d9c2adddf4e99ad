package dev.paylink.cli;

import dev.paylink.cli.io.Json;

/** Shows events to people. */
final class EventText {
  private EventText() {}

  /** Returns an event as one line of a list. */
  static String line(Json event) {
    String reason = event.text("failureReason");
    return "%-31s %-18s %-31s %s%s"
        .formatted(
            event.text("eventId", ""),
            event.text("type", ""),
            event.text("paymentId", ""),
            event.text("createdAt", ""),
            reason == null ? "" : "  " + reason)
        .stripTrailing();
  }
}
