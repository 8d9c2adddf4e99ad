package dev.paylink.sdk.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strings and numbers: each accepted text beside its nearest refused neighbour. */
class JsonScannerTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "10",
        "-1.50",
        "0.1",
        "1e5",
        "1E+5",
        "12.5e-3",
        "123456789012345678901234567890.123456789"
      })
  void numbers_are_kept_exactly(String text) {
    assertThat(read(text)).isEqualTo(new BigDecimal(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00",
        "01",
        "-",
        "-01",
        "+1",
        ".5",
        "1.",
        "1.e5",
        "1e",
        "1e+",
        "0x1",
        "1_000",
        "Infinity",
        "\u0661",
        "1e99999999999"
      })
  void numbers_of_another_grammar_are_refused(String text) {
    refused(text);
  }

  @Test
  void numbers_have_a_greatest_length() {
    String longest = "1".repeat(JsonScanner.MAX_NUMBER_CHARS);
    assertThat(read(longest)).isEqualTo(new BigDecimal(longest));
    refused(longest + "1");
  }

  @Test
  void escapes_are_resolved() {
    assertThat(read("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\uD83D\\uDDFC\""))
        .isEqualTo("\"\\/\b\f\n\r\tAé🗼");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\\a\"",
        "\"\\'\"",
        "\"\\U0041\"",
        "\"\\x41\"",
        "\"\\u004\"",
        "\"\\u00g1\"",
        "\"\\u+041\"",
        "\"\\u\uff10\uff10\uff14\uff11\"",
        "\"\\u004",
        "\"\\",
        "\"\\\"",
        "\"a"
      })
  void broken_escapes_and_open_strings_are_refused(String text) {
    refused(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\\ud83d\"",
        "\"\\ud83dx\"",
        "\"\\ud83d\\ud83d\"",
        "\"\\uddfc\"",
        "\"\\uddfc\\ud83d\"",
        "{\"\\ud83d\":1}"
      })
  void half_a_surrogate_pair_is_refused(String text) {
    refused(text);
  }

  @Test
  void raw_control_characters_are_refused_and_everything_above_is_text() {
    assertThat(read("\" \u007f\u2028\"")).isEqualTo(" \u007f\u2028");
    refused("\"\u001f\"");
    refused("\"\n\"");
    refused("\"\u0000\"");
  }

  private static @Nullable Object read(String text) {
    return JsonReader.read(text.getBytes(UTF_8));
  }

  private static void refused(String text) {
    assertThatExceptionOfType(JsonException.class).isThrownBy(() -> read(text));
  }
}
