package dev.paylink.webhook.settings;

import org.jspecify.annotations.Nullable;

/**
 * How long a webhook's events are tried: {@code standard} is four attempts, {@code extended} goes
 * on after them for three days.
 */
public enum Retry {
  standard,
  extended;

  /** Returns the choice with exactly this name, or null if there is none. */
  public static @Nullable Retry parse(String text) {
    for (Retry retry : values()) {
      if (retry.name().equals(text)) {
        return retry;
      }
    }
    return null;
  }
}
