package dev.paylink.platform.db.embedded;

/**
 * Explains in one line why the embedded PostgreSQL cannot run; no data was lost when it is thrown.
 */
public final class EmbeddedPostgresException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EmbeddedPostgresException(String message) {
    super(message);
  }

  EmbeddedPostgresException(String message, Throwable cause) {
    super(message, cause);
  }
}
