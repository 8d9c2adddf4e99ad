package dev.paylink.app.config;

/** A setting that makes no sense; its message is the one line the operator sees. */
public final class ConfigError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConfigError(String message) {
    super(message, null, false, false);
  }
}
