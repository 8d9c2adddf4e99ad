package dev.paylink.app.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads how long each kind of data is kept: what is about money for ever, the rest for 90 days. */
final class KeepConfig {
  private static final String FOREVER = "forever";
  private static final Duration USUAL = Duration.ofDays(90);
  private static final Duration MAX = Duration.ofDays(36_500);

  /** Longer than any run of attempts takes, and than an order of a relay. */
  private static final Duration MIN_DELIVERY = Duration.ofDays(7);

  /** A report that is sent again after its deletion counts as new. */
  private static final Duration MIN_REPORTS = Duration.ofDays(365);

  private static final Duration MIN = Duration.ofDays(1);

  private KeepConfig() {}

  static Config.Keep read(Settings settings) {
    return new Config.Keep(
        part(settings, "keep.events", null, MIN_DELIVERY),
        part(settings, "keep.attempts", USUAL, MIN_DELIVERY),
        part(settings, "keep.reports", null, MIN_REPORTS),
        part(settings, "keep.letters", USUAL, MIN),
        part(settings, "keep.requests", USUAL, MIN),
        part(settings, "keep.sessions", USUAL, MIN),
        part(settings, "keep.relays", USUAL, MIN_DELIVERY));
  }

  private static @Nullable Duration part(
      Settings settings, String name, @Nullable Duration otherwise, Duration min) {
    return settings.optional(() -> kept(settings, name, otherwise, min));
  }

  private static @Nullable Duration kept(
      Settings settings, String name, @Nullable Duration otherwise, Duration min) {
    String text = settings.text(name);
    if (text == null) {
      return otherwise;
    }
    if (text.equals(FOREVER)) {
      return null;
    }
    Duration kept = settings.duration(name, MAX, MAX);
    if (kept.compareTo(min) < 0) {
      throw new ConfigError(
          "%s must be %s, or a duration of at least %dd, not \"%s\""
              .formatted(name, FOREVER, min.toDays(), text));
    }
    return kept;
  }
}
