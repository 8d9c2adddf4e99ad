package dev.paylink.platform.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JsonTest {
  @Test
  void members_stand_in_the_order_of_the_calls_without_white_space() {
    Json json =
        Json.object()
            .put("z", "text")
            .put("a", 42L)
            .put("yes", true)
            .put("at", Instant.parse("2026-07-15T10:00:00Z"))
            .put("nothing", (String) null)
            .put("never", (Instant) null)
            .put("unknown", (Long) null)
            .put("least", Long.MIN_VALUE)
            .putStored("stored", "{\"k\":[1.50]}")
            .putStored("none", (String) null);
    assertThat(text(json))
        .isEqualTo(
            "{\"z\":\"text\",\"a\":42,\"yes\":true,\"at\":\"2026-07-15T10:00:00.000Z\","
                + "\"nothing\":null,\"never\":null,\"unknown\":null,"
                + "\"least\":-9223372036854775808,\"stored\":{\"k\":[1.50]},\"none\":null}");
  }

  @Test
  void no_members_give_an_empty_object() {
    assertThat(text(Json.object())).isEqualTo("{}");
    assertThat(text(Json.object().putObject("a", json -> {}).putObject("b", json -> {})))
        .isEqualTo("{\"a\":{},\"b\":{}}");
    assertThat(
            text(
                Json.object()
                    .putObjects("data", List.<String>of(), JsonTest::unlessEmpty)
                    .putTexts("texts", List.of())
                    .putStored("stored", List.of())
                    .put("next", "x")))
        .isEqualTo("{\"data\":[],\"texts\":[],\"stored\":[],\"next\":\"x\"}");
  }

  @Test
  void objects_stand_in_an_array() {
    Json json =
        Json.object()
            .putObjects("data", List.of("", "é😀", "\"\n"), JsonTest::unlessEmpty)
            .put("next", "x");
    assertThat(text(json))
        .isEqualTo("{\"data\":[{},{\"n\":\"é😀\"},{\"n\":\"\\\"\\n\"}],\"next\":\"x\"}");
  }

  @Test
  void texts_and_stored_objects_stand_in_an_array() {
    List<byte[]> stored =
        List.of(
            "{}".getBytes(StandardCharsets.UTF_8), "{\"é\":1.0}".getBytes(StandardCharsets.UTF_8));
    assertThat(text(Json.object().putTexts("t", List.of("", "\\", "é")).putStored("s", stored)))
        .isEqualTo("{\"t\":[\"\",\"\\\\\",\"é\"],\"s\":[{},{\"é\":1.0}]}");
  }

  @Test
  void objects_stand_in_objects_and_the_outer_one_goes_on_after_them() {
    Json json =
        Json.object()
            .put("before", 1)
            .putObject(
                "outer",
                outer ->
                    outer
                        .putObject("first", first -> first.put("t\t", "\"é\""))
                        .putObjects("list", List.of("a", "b"), JsonTest::unlessEmpty)
                        .putObject("value", "c", JsonTest::unlessEmpty)
                        .putObject("missing", (String) null, JsonTest::unlessEmpty)
                        .put("last", true))
            .put("after", 2);
    assertThat(text(json))
        .isEqualTo(
            "{\"before\":1,\"outer\":{\"first\":{\"t\\t\":\"\\\"é\\\"\"},"
                + "\"list\":[{\"n\":\"a\"},{\"n\":\"b\"}],\"value\":{\"n\":\"c\"},"
                + "\"missing\":null,\"last\":true},\"after\":2}");
  }

  @Test
  void nesting_may_be_deep_and_values_long() {
    String longText = "0123456789é\"".repeat(1_000);
    Json json = Json.object();
    nest(json, 500, longText);
    String expected =
        "{\"deeper\":".repeat(500)
            + "{\"end\":\""
            + longText.replace("\"", "\\\"")
            + "\",\"more\":[\"a\"]}"
            + "}".repeat(500);
    assertThat(json.text()).isEqualTo(expected);
  }

  private static void nest(Json json, int levels, String text) {
    if (levels == 0) {
      json.put("end", text).putTexts("more", List.of("a"));
    } else {
      json.putObject("deeper", inner -> nest(inner, levels - 1, text));
    }
  }

  private static void unlessEmpty(Json json, String text) {
    if (!text.isEmpty()) {
      json.put("n", text);
    }
  }

  @Test
  void pairs_keep_their_order_and_are_escaped() {
    Map<String, String> pairs = new LinkedHashMap<>();
    pairs.put("z\"", "1");
    pairs.put("a", "\\");
    assertThat(new String(Json.objectOf(pairs), StandardCharsets.UTF_8))
        .isEqualTo("{\"z\\\"\":\"1\",\"a\":\"\\\\\"}");
  }

  @Test
  void what_must_be_escaped_is_and_the_rest_is_plain_utf8() {
    assertThat(text(Json.object().put("a", "\"\\\b\f\n\r\t\u0000\u001f/<>&\u007fé€\u2028😀")))
        .isEqualToIgnoringCase(
            "{\"a\":\"\\\"\\\\\\u0008\\u000c\\n\\r\\t\\u0000\\u001f/<>&\u007fé€\u2028😀\"}");
  }

  @Test
  void what_was_written_reads_back() {
    for (String value :
        new String[] {"", "\u0000", "😀", "\"", "\\u0041", "\b\f\u001f", "\u2028"}) {
      Fields fields = Fields.parse(Json.object().put("a", value).bytes(), java.util.Set.of("a"));
      assertThat(fields.decimal("a")).isEqualTo(value); // the one reader that takes any text
      assertThat(fields.faults()).isEmpty();
    }
  }

  @Test
  void half_a_surrogate_pair_never_makes_broken_utf8() {
    assertThat(text(Json.object().put("\ud800", "x\udc00y"))).isEqualTo("{\"?\":\"x?y\"}");
  }

  @Test
  void the_same_values_always_give_the_same_bytes() {
    byte[] first = Json.object().put("a", "é").put("n", 1L).bytes();
    for (int i = 0; i < 100; i++) {
      assertThat(Json.object().put("a", "é").put("n", 1L).bytes()).isEqualTo(first);
    }
  }

  private static String text(Json json) {
    return new String(json.bytes(), StandardCharsets.UTF_8);
  }
}
