package dev.paylink.webhook.settings;

import java.time.Instant;

/** A merchant's webhook as its owner may see it again: its signing secret is not here. */
public record Webhook(
    WebhookScope scope,
    String url,
    boolean active,
    EventChoice events,
    Retry retry,
    Instant createdAt) {
  /** Returns the text for the audit log. */
  String summary() {
    return scope
        + " "
        + url
        + (active ? " active" : " inactive")
        + (events.equals(EventChoice.standard(scope)) ? "" : " " + String.join(",", events.types()))
        + (retry == Retry.standard ? "" : " " + retry);
  }
}
