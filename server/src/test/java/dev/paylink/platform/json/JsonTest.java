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
            .putRaw("raw", "{\"k\":[1.50]}");
    assertThat(text(json))
        .isEqualTo(
            "{\"z\":\"text\",\"a\":42,\"yes\":true,\"at\":\"2026-07-15T10:00:00.000Z\","
                + "\"nothing\":null,\"never\":null,\"raw\":{\"k\":[1.50]}}");
  }

  @Test
  void no_members_give_an_empty_object() {
    assertThat(text(Json.object())).isEqualTo("{}");
    assertThat(text(Json.object().putObjects("data", List.of()))).isEqualTo("{\"data\":[]}");
  }

  @Test
  void objects_stand_in_an_array() {
    List<byte[]> objects = List.of(Json.object().bytes(), Json.object().put("n", "é😀").bytes());
    assertThat(text(Json.object().putObjects("data", objects).put("next", "x")))
        .isEqualTo("{\"data\":[{},{\"n\":\"é😀\"}],\"next\":\"x\"}");
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
