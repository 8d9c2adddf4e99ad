package dev.paylink.app.config;

import static dev.paylink.app.config.SomeSettings.assertRefused;
import static dev.paylink.app.config.SomeSettings.liveWith;
import static dev.paylink.app.config.SomeSettings.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.trace.TraceOptions;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of traces, which are off until there is a collector. */
final class TraceConfigTest {
  @Test
  void no_collector_means_no_traces() {
    assertThat(read(liveWith("traces.sample", "1")).traces()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:4318,http://127.0.0.1:4318/v1/traces",
    "http://collector.internal:4318/,http://collector.internal:4318/v1/traces",
    "https://collector.example/v1/traces,https://collector.example/v1/traces",
    "https://collector.example/otlp/v1/traces,https://collector.example/otlp/v1/traces",
    "http://[::1]:4318,http://[::1]:4318/v1/traces",
  })
  void collector_has_the_usual_path_unless_it_names_one(String url, String sent) {
    assertThat(options(liveWith("traces.url", url)).url()).hasToString(sent);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "collector",
        "127.0.0.1:4318",
        "grpc://127.0.0.1:4317",
        "http://",
        "http:///v1/traces",
        "http://user:password@collector.example",
        "http://collector.example/?token=1",
        "http://collector.example/#traces",
        "http://collector example",
      })
  void address_that_takes_no_otlp_over_http_is_refused_without_showing_it(String url) {
    assertRefused(
        liveWith("traces.url", url),
        "traces.url must be the address of an OpenTelemetry collector that takes OTLP over HTTP, such"
            + " as http://127.0.0.1:4318, without user, query or fragment");
  }

  @ParameterizedTest
  @CsvSource({"0,0", "1,1", "1.0,1", "0.05,0.05", ".5,0.5", "0.000000001,0.000000001"})
  void share_is_from_none_to_all(String text, double share) {
    Map<String, String> settings = liveWith("traces.url", "http://127.0.0.1:4318");
    settings.put("traces.sample", text);
    assertThat(options(settings).sample()).isEqualTo(share);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-0.1", "1.1", "2", "5%", "NaN", "1e-3", "0,5", "all", "0x1p0", "."})
  void any_other_share_is_refused_with_and_without_a_collector(String text) {
    assertRefused(
        liveWith("traces.sample", text),
        "traces.sample must be a share from 0 to 1, such as 0.05, not \"" + text + "\"");
  }

  @Test
  void one_request_of_a_hundred_is_traced_unless_told_otherwise() {
    assertThat(options(liveWith("traces.url", "http://127.0.0.1:4318")).sample()).isEqualTo(0.01);
  }

  private static TraceOptions options(Map<String, String> settings) {
    return Objects.requireNonNull(read(settings).traces());
  }
}
