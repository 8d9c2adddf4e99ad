package dev.paylink.platform.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 4648 with its own vectors. */
final class Base32Test {
  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "f, MY",
    "fo, MZXQ",
    "foo, MZXW6",
    "foob, MZXW6YQ",
    "fooba, MZXW6YTB",
    "foobar, MZXW6YTBOI"
  })
  void bytes_are_written_as_in_the_rfc_without_padding(String text, String encoded) {
    assertThat(Base32.encode(text.getBytes(StandardCharsets.US_ASCII))).isEqualTo(encoded);
  }

  @Test
  void bytes_beyond_ascii_are_bytes() {
    assertThat(Base32.encode(new byte[] {-1, -128, 0, 127, -2})).isEqualTo("76AAA776");
  }
}
