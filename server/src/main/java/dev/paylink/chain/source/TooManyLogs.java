package dev.paylink.chain.source;

/** A node refuses a question for logs, perhaps because the answer would be too long. */
public final class TooManyLogs extends ChainUnavailable {
  private static final long serialVersionUID = 1L;

  public TooManyLogs(String message) {
    super(message);
  }
}
