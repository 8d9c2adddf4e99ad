package dev.paylink.sdk;

/**
 * A delivery must not be trusted; answer 400 and do nothing else. Says which check failed, and
 * never what would have passed it, so the message may be logged. Checked, so that no receiver can
 * overlook it.
 */
public final class WebhookVerificationException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Check failed;

  /** What is checked, in this order. */
  public enum Check {
    /** A signature header is missing, malformed or sent twice. */
    HEADERS,
    /** The signing secret is not of the form that the headers need. */
    SECRET,
    /** The signature is not one of the signing secret over this body. */
    SIGNATURE,
    /** The delivery is genuine, and was sent too long ago or, by this clock, too far ahead. */
    TIMESTAMP,
    /** The delivery is genuine, and its body is not an event this client can read. */
    BODY
  }

  WebhookVerificationException(Check failed, String message) {
    super(message);
    this.failed = failed;
  }

  /** The check that failed. */
  public Check failed() {
    return failed;
  }
}
