package dev.paylink.sdk;

/**
 * No answer arrived: the connection failed, the time ran out or the thread was interrupted. The
 * message says where the client tried.
 *
 * <p>Whether the service acted is unknown. Call again with the same payment and the same
 * idempotency key, even days later: it creates the payment once or returns the one that was
 * created.
 */
public final class NoAnswerException extends PaymentLinkException {
  private static final long serialVersionUID = 1L;

  private final int tries;

  NoAnswerException(String call, int tries, Throwable cause) {
    super(
        call
            + ": no answer after "
            + tries
            + (tries == 1 ? " try (" : " tries (")
            + why(cause)
            + ")",
        cause);
    this.tries = tries;
  }

  /** Returns the cause in words; that of a refused connection has none of its own. */
  private static String why(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }

  /** Returns how often the request was sent. */
  public int tries() {
    return tries;
  }
}
