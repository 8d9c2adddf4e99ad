package dev.paylink.sdk.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each accepted text beside its nearest refused neighbour. */
class JsonReaderTest {

  @Test
  void all_kinds_of_values_are_read() {
    assertThat(read(" {\"a\" : [1, \"x\", true, false, null, {}, []]}\r\n\t"))
        .isEqualTo(
            Map.of(
                "a", Arrays.asList(BigDecimal.ONE, "x", true, false, null, Map.of(), List.of())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{a:1}",
        "{'a':1}",
        "{1:1}",
        "{\"a\":1]",
        "[1}",
        "[]]",
        "{} {}",
        "1 2",
        "tru",
        "True",
        "nul",
        "NaN",
        "// a\n1",
        "[1]\u00a0",
        "\u000b1",
        "\ufeff{}"
      })
  void text_that_is_almost_json_is_refused(String text) {
    refused(text);
  }

  @Test
  void words_end_where_they_end() {
    assertThat(read("[true]")).isEqualTo(List.of(true));
    refused("[truex]");
  }

  @Test
  void a_name_occurs_once() {
    assertThat(read("{\"a\":1,\"A\":2}"))
        .isEqualTo(Map.of("a", BigDecimal.ONE, "A", BigDecimal.TWO));
    refused("{\"a\":1,\"a\":1}");
    refused("{\"a\":null,\"\\u0061\":null}");
  }

  @Test
  void depth_is_bounded() {
    int most = JsonReader.MAX_DEPTH;
    assertThat(read("[".repeat(most) + "1" + "]".repeat(most))).isInstanceOf(List.class);
    refused("[".repeat(most + 1) + "]".repeat(most + 1));
    refused("{\"a\":".repeat(1_000_000));
  }

  @Test
  void bytes_that_are_not_utf8_are_refused() {
    assertThat(JsonReader.read(new byte[] {'"', (byte) 0xc3, (byte) 0xa9, '"'})).isEqualTo("é");
    refused(new byte[] {'"', (byte) 0xe9, '"'});
    refused(new byte[] {'"', (byte) 0xc3, '"'});
    refused(new byte[] {'"', (byte) 0xc0, (byte) 0xa2, '"'}); // a quote, written too long
    refused(new byte[] {'"', (byte) 0xed, (byte) 0xa0, (byte) 0xbd, '"'}); // half a pair
  }

  @Test
  void the_complaint_never_quotes_the_text() {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> read("{\"card\":\"4711\" 4711}"))
        .withMessage("not JSON at character 15: expected }");
  }

  private static @Nullable Object read(String text) {
    return JsonReader.read(text.getBytes(UTF_8));
  }

  private static void refused(String text) {
    refused(text.getBytes(UTF_8));
  }

  private static void refused(byte[] utf8) {
    assertThatExceptionOfType(JsonException.class).isThrownBy(() -> JsonReader.read(utf8));
  }
}
