package dev.paylink.credential;

import org.jspecify.annotations.Nullable;

/** What a key can be allowed to do. Each server-to-server call needs exactly one of these. */
public enum KeyScope {
  PAYMENTS_CREATE("payments:create"),
  PAYMENTS_READ("payments:read"),
  PAYMENTS_CANCEL("payments:cancel"),
  PAYMENTS_ACCEPT("payments:accept"),
  REFUNDS_CREATE("refunds:create"),
  REFUNDS_READ("refunds:read"),
  SESSIONS_CREATE("sessions:create"),
  EVENTS_READ("events:read"),
  EVENTS_REDELIVER("events:redeliver");

  private final String text;

  KeyScope(String text) {
    this.text = text;
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
}
