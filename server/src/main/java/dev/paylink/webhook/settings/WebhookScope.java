package dev.paylink.webhook.settings;

import org.jspecify.annotations.Nullable;

/** What a webhook is told of; a merchant has at most one webhook for each. */
public enum WebhookScope {
  invoice_settlement,
  fiat_settlement;

  /** The scope of exactly this name, or null when there is none. */
  public static @Nullable WebhookScope parse(String text) {
    for (WebhookScope scope : values()) {
      if (scope.name().equals(text)) {
        return scope;
      }
    }
    return null;
  }
}
