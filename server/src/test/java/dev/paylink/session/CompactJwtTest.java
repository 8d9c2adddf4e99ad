package dev.paylink.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CompactJwtTest {
  @Test
  void three_parts_of_the_base64url_alphabet_are_a_jwt() {
    assertThat(CompactJwt.split("azAZ09-_.b.c")).isEqualTo(new CompactJwt("azAZ09-_", "b", "c"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "..",
        "...",
        "a",
        "a.b",
        "a.b.",
        "a..c",
        ".b.c",
        "..c",
        "a.b.c.",
        ".a.b.c",
        "a.b.c.d",
        "a.b.c ",
        " a.b.c",
        "a.b.c\n",
        "a.b+.c",
        "a/.b.c",
        "a.b.c=",
        "ä.b.c",
        "a.b.\u0000",
        "a`.b.c",
        "a{.b.c",
        "a@.b.c",
        "a[.b.c",
        "a:.b.c"
      })
  void anything_else_is_none(String text) {
    assertThat(CompactJwt.split(text)).isNull();
  }

  @Test
  void a_text_that_is_too_long_is_none() {
    String part = "a".repeat(2046);
    assertThat(CompactJwt.split(part + '.' + part + ".cc")).isNotNull();
    assertThat(CompactJwt.split(part + '.' + part + ".ccc")).isNull();
  }
}
