package dev.paylink.credential;

import org.jspecify.annotations.Nullable;

/** What a key can be allowed to do. Each server-to-server call needs exactly one of these. */
public enum KeyScope {
  PAYMENTS_CREATE("payments:create", "Create payments"),
  PAYMENTS_READ("payments:read", "Read payments"),
  PAYMENTS_CANCEL("payments:cancel", "Cancel payments"),
  REFUNDS_CREATE("refunds:create", "Request and cancel refunds"),
  REFUNDS_READ("refunds:read", "Read refunds"),
  SESSIONS_CREATE("sessions:create", "Open sessions for payers"),
  EVENTS_READ("events:read", "Read the event feed"),
  EVENTS_REDELIVER("events:redeliver", "Send webhooks again");

  private final String text;
  private final String title;

  KeyScope(String text, String title) {
    this.text = text;
    this.title = title;
  }

  /** Returns the scope of this name, or null if there is none. */
  static @Nullable KeyScope parse(String text) {
    for (KeyScope scope : values()) {
      if (scope.text.equals(text)) {
        return scope;
      }
    }
    return null;
  }

  /** Returns the name that calls, the database and the documentation use. */
  public String text() {
    return text;
  }

  /** Returns what it allows, in words for a page. */
  public String title() {
    return title;
  }
}
