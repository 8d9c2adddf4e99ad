package dev.paylink.chain.source;

import org.jspecify.annotations.Nullable;

/**
 * A chain does not answer, or contradicts itself. Nothing is known, so nothing may be concluded.
 */
public class ChainUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ChainUnavailable(String message, @Nullable Throwable cause) {
    super(message, cause, false, false); // no stack trace: outages are expected and repeat
  }

  public ChainUnavailable(String message) {
    this(message, null);
  }
}
