package dev.paylink.platform;

import org.jspecify.annotations.Nullable;

/**
 * The service cannot answer now: the database is unreachable or a queue is full. The caller should
 * retry later; whether the work was done is unknown, so only an idempotent call may be repeated
 * blindly.
 */
public final class Unavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Unavailable(String message, @Nullable Throwable cause) {
    super(message, cause, false, false); // thousands are thrown in an outage: no stack trace
  }
}
