package dev.paylink.credential;

import org.jspecify.annotations.Nullable;

/**
 * What a key can be allowed to do. Each server-to-server call needs exactly one of these. A key
 * without a list has all that are implied.
 */
public enum KeyScope {
  PAYMENTS_CREATE("payments:create"),
  PAYMENTS_READ("payments:read"),
  PAYMENTS_CANCEL("payments:cancel"),
  PAYMENTS_ACCEPT("payments:accept"),
  REFUNDS_CREATE("refunds:create"),
  REFUNDS_READ("refunds:read"),
  PAYOUTS_READ("payouts:read"),
  SESSIONS_CREATE("sessions:create"),
  EVENTS_READ("events:read"),
  EVENTS_REDELIVER("events:redeliver"),
  LINKS_READ("links:read"),
  LINKS_WRITE("links:write"),
  INVOICES_READ("invoices:read"),
  STATEMENTS_READ("statements:read"),
  WEBHOOKS_READ("webhooks:read"),
  /** Only for a key that lists it: the holder of such a key decides where payment events go. */
  WEBHOOKS_WRITE("webhooks:write", false);

  private final String text;
  private final boolean implied;

  KeyScope(String text) {
    this(text, true);
  }

  KeyScope(String text, boolean implied) {
    this.text = text;
    this.implied = implied;
  }

  /** Tells whether a key without a list has it. */
  public boolean isImplied() {
    return implied;
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
