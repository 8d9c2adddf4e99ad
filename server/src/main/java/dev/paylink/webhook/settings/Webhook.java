package dev.paylink.webhook.settings;

import java.time.Instant;

/** A merchant's webhook as its owner may see it again: its signing secret is not here. */
public record Webhook(WebhookScope scope, String url, boolean active, Instant createdAt) {
  /** Returns the text for the audit log. */
  String summary() {
    return scope + " " + url + (active ? " active" : " inactive");
  }
}
