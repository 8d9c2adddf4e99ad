package dev.paylink.app;

/** A setting that makes no sense; its message is the one line the operator sees. */
final class ConfigError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConfigError(String message) {
    super(message, null, false, false);
  }
}
