package dev.paylink.sdk.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class JsonObjectTest {
  private static final JsonObject BODY =
      parse(
          """
          {"text":"x","money":"125.50","time":"2026-01-01T00:00:00.123Z","flag":false,
           "whole":9223372036854775807,"beyond":9223372036854775808,"part":1.5,"same":1e3,
           "huge":1e999999999,"none":null,"pairs":{"a":"b"},"mixed":{"a":1},"list":[{}],
           "scalars":[1],"url":"https://x/y","space":"a b"}
          """);

  @Test
  void texts_are_texts() {
    assertThat(BODY.text("text")).isEqualTo("x");
    refused("field whole: expected a string", () -> BODY.text("whole"));
    refused("field none: expected a string", () -> BODY.text("none"));
    refused("field absent: expected a string", () -> BODY.text("absent"));
    assertThat(BODY.textOrNull("none")).isNull();
    assertThat(BODY.textOrNull("absent")).isNull();
  }

  @Test
  void money_is_a_decimal_string_kept_exactly() {
    assertThat(BODY.decimalOrNull("money")).isEqualTo(new BigDecimal("125.50"));
    assertThat(BODY.decimalOrNull("none")).isNull();
    refused("field part: expected a string", () -> BODY.decimalOrNull("part"));
    refused("field text: expected a decimal string", () -> BODY.decimalOrNull("text"));
  }

  @Test
  void integers_are_whole_and_fit_64_bits() {
    assertThat(BODY.integerOrNull("whole")).isEqualTo(Long.MAX_VALUE);
    assertThat(BODY.integerOrNull("same")).isEqualTo(1000);
    assertThat(BODY.integerOrNull("absent")).isNull();
    refused("field beyond: expected an integer of 64 bits", () -> BODY.integerOrNull("beyond"));
    refused("field part: expected an integer of 64 bits", () -> BODY.integerOrNull("part"));
    refused("field huge: expected an integer of 64 bits", () -> BODY.integerOrNull("huge"));
    refused("field money: expected an integer", () -> BODY.integerOrNull("money"));
  }

  @Test
  void times_addresses_and_flags_are_checked() {
    assertThat(BODY.instant("time")).isEqualTo(Instant.parse("2026-01-01T00:00:00.123Z"));
    refused("field text: expected a time", () -> BODY.instant("text"));
    assertThat(BODY.uri("url").getHost()).isEqualTo("x");
    refused("field space: expected an address", () -> BODY.uri("space"));
    assertThat(BODY.flag("flag")).isFalse();
    refused("field none: expected true or false", () -> BODY.flag("none"));
  }

  @Test
  void objects_and_arrays_are_checked() {
    assertThat(BODY.texts("pairs")).isEqualTo(Map.of("a", "b"));
    assertThat(BODY.texts("none")).isEmpty();
    refused("field a: expected a string", () -> BODY.texts("mixed"));
    assertThat(BODY.objects("list")).hasSize(1);
    refused("field scalars: expected an array of objects", () -> BODY.objects("scalars"));
    refused("field none: expected an array", () -> BODY.objects("none"));
    refused("field text: expected an object", () -> BODY.objectOrNull("text"));
    refused("expected an object", () -> parse("[]"));
  }

  private static JsonObject parse(String text) {
    return JsonObject.parse(text.getBytes(UTF_8));
  }

  private static void refused(String message, ThrowingCallable call) {
    assertThatExceptionOfType(JsonException.class).isThrownBy(call).withMessage(message);
  }
}
