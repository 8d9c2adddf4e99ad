package dev.paylink.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Reads a configuration from settings given in the test. */
final class SomeSettings {
  static final String BASE_URL = "https://pay.example.com";

  private SomeSettings() {}

  static void assertRefused(Map<String, String> settings, String message) {
    assertThatThrownBy(() -> read(settings)).isInstanceOf(ConfigError.class).hasMessage(message);
    assertThat(message).doesNotContain("\n");
  }

  static Map<String, String> liveWith(String name, String value) {
    Map<String, String> settings = new LinkedHashMap<>(Map.of("base.url", BASE_URL));
    settings.put(name, value);
    return settings;
  }

  static Config read(String... namesAndValues) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put(namesAndValues[i], Objects.requireNonNull(namesAndValues[i + 1]));
    }
    return read(settings);
  }

  static Config read(Map<String, String> settings) {
    Settings all = Settings.read(null, Map.of());
    settings.forEach(all::override);
    return new ConfigReader(all).read();
  }
}
