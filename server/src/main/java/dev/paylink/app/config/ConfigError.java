package dev.paylink.app.config;

import java.util.List;

/** Invalid settings. Each fault is one line that the operator sees. */
public final class ConfigError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> faults;

  public ConfigError(String message) {
    this(List.of(message));
  }

  ConfigError(List<String> faults) {
    super(String.join("; ", faults), null, false, false);
    this.faults = List.copyOf(faults);
  }

  /** Returns every fault that was found. */
  public List<String> faults() {
    return faults;
  }
}
