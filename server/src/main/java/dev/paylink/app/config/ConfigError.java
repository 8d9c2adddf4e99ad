package dev.paylink.app.config;

/** An invalid setting. Its message is the one line that the operator sees. */
public final class ConfigError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConfigError(String message) {
    super(message, null, false, false);
  }
}
