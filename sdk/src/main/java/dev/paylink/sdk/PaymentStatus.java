package dev.paylink.sdk;

import dev.paylink.sdk.json.JsonException;
import java.util.Locale;

/** The status of a payment, which is one of exactly these four. */
public enum PaymentStatus {
  /** The payment exists and waits for its payer. */
  CREATED,
  /** A transaction was seen, but is not final yet. */
  SUBMITTED,
  /** The payment is confirmed. */
  SUCCESS,
  /** The payment failed, expired or was canceled; a later confirmation still wins. */
  FAILED;

  /** Returns the word the service uses, for example {@code created}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static PaymentStatus fromWire(String word) {
    for (PaymentStatus status : values()) {
      if (status.wire().equals(word)) {
        return status;
      }
    }
    throw new JsonException("field status: expected one of the four statuses");
  }
}
