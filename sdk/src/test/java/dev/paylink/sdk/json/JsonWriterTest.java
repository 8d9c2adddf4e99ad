package dev.paylink.sdk.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonWriterTest {

  @Test
  void json_is_compact() {
    assertThat(write(Arrays.asList(1, 2L, "x", true, null, Map.of("a", List.of()), Map.of())))
        .isEqualTo("[1,2,\"x\",true,null,{\"a\":[]},{}]");
  }

  @Test
  void only_what_must_be_escaped_is_escaped() {
    assertThat(write("\"\\/\n\r\t\b\u0000\u001f\u007f é 東 🗼"))
        .isEqualTo("\"\\\"\\\\/\\n\\r\\t\\u0008\\u0000\\u001f\u007f é 東 🗼\"");
  }

  @Test
  void what_was_written_reads_back_the_same() {
    StringBuilder everyPlane = new StringBuilder();
    for (int c = 0; c < 0xd800; c++) {
      everyPlane.append((char) c);
    }
    everyPlane.appendCodePoint(0x10000).appendCodePoint(0x10ffff);
    String text = everyPlane.toString();
    assertThat(JsonReader.read(JsonWriter.write(Map.of(text, text)))).isEqualTo(Map.of(text, text));
  }

  @Test
  void numbers_keep_their_decimals() {
    assertThat(write(new BigDecimal("125.50"))).isEqualTo("125.50");
    BigDecimal huge = new BigDecimal("1E+50");
    assertThat(JsonReader.read(JsonWriter.write(huge))).isEqualTo(huge);
  }

  @Test
  void what_json_cannot_carry_exactly_is_refused() {
    assertThatIllegalArgumentException().isThrownBy(() -> write(0.1));
    assertThatIllegalArgumentException().isThrownBy(() -> write(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> write("\ud83d"));
    assertThatIllegalArgumentException().isThrownBy(() -> write(Map.of("\uddfc\ud83d", 1)));
    assertThat(write("\ud83d\uddfc")).isEqualTo("\"🗼\"");
  }

  private static String write(@Nullable Object value) {
    return new String(JsonWriter.write(value), UTF_8);
  }
}
