package dev.paylink.webhook.settings;

import org.jspecify.annotations.Nullable;

/** The kind of events a webhook gets; a merchant has at most one webhook for each. */
public enum WebhookScope {
  invoice_settlement,
  fiat_settlement;

  /** Returns the scope with exactly this name, or null if there is none. */
  public static @Nullable WebhookScope parse(String text) {
    for (WebhookScope scope : values()) {
      if (scope.name().equals(text)) {
        return scope;
      }
    }
    return null;
  }
}
