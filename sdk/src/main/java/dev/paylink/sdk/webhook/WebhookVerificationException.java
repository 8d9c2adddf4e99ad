package dev.paylink.sdk.webhook;

/**
 * A delivery must not be trusted; answer 400 and do nothing else. The exception says which check
 * failed, and never what would have passed it, so the message may be logged. It is checked, so that
 * no receiver can overlook it.
 */
public final class WebhookVerificationException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Check failed;

  /** The checks, in their order. */
  public enum Check {
    /** A signature header is missing, malformed or sent twice. */
    HEADERS,
    /** The signing secret does not have the form that the headers need. */
    SECRET,
    /** None of the signing secrets made the signature over this body. */
    SIGNATURE,
    /** The delivery is genuine, but sent too long ago or, by this clock, too far ahead. */
    TIMESTAMP,
    /** The delivery is genuine, but its body is not an event this client can read. */
    BODY
  }

  WebhookVerificationException(Check failed, String message) {
    super(message);
    this.failed = failed;
  }

  /** Returns the check that failed. */
  public Check failed() {
    return failed;
  }
}
