package dev.paylink.app.config;

import static dev.paylink.app.config.SomeSettings.BASE_URL;
import static dev.paylink.app.config.SomeSettings.assertRefused;
import static dev.paylink.app.config.SomeSettings.liveWith;
import static dev.paylink.app.config.SomeSettings.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.http.edge.EdgeLimits;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EdgeConfigTest {
  @Test
  void by_default_a_source_has_a_sixteenth_of_all_connections() {
    assertThat(read("base.url", BASE_URL).listeners().edge())
        .isEqualTo(
            new EdgeLimits(
                8192,
                512,
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Duration.ofSeconds(75),
                Duration.ofSeconds(30)));
  }

  @Test
  void each_limit_is_taken() {
    Config config =
        read(
            "base.url", BASE_URL,
            "connection.limit", "100",
            "connection.limit.source", "99",
            "request.head.timeout", "1s",
            "request.body.timeout", "2s",
            "connection.idle.timeout", "3m",
            "response.timeout", "1d");
    assertThat(config.listeners().edge())
        .isEqualTo(
            new EdgeLimits(
                100,
                99,
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                Duration.ofMinutes(3),
                Duration.ofDays(1)));
  }

  @Test
  void one_source_cannot_have_all_connections() {
    assertRefused(
        liveWith("connection.limit", "512"),
        "connection.limit.source must be smaller than connection.limit, or one source takes all"
            + " connections");
    assertThat(read(liveWith("connection.limit", "513")).listeners().edge().connections())
        .isEqualTo(513);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "request.head.timeout",
        "request.body.timeout",
        "connection.idle.timeout",
        "response.timeout"
      })
  void no_patience_at_all_is_refused(String name) {
    assertRefused(liveWith(name, "0"), name + " must be at least 1s");
  }
}
