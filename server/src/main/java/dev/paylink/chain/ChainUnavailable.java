package dev.paylink.chain;

import org.jspecify.annotations.Nullable;

/**
 * A chain does not answer, or contradicts itself: nothing is known, so nothing may be concluded.
 */
final class ChainUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ChainUnavailable(String message, @Nullable Throwable cause) {
    super(message, cause, false, false); // expected: outages last, and repeat themselves
  }

  ChainUnavailable(String message) {
    this(message, null);
  }
}
