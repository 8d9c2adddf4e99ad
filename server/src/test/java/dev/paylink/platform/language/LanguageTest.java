package dev.paylink.platform.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LanguageTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "de    | fr                            | DE", // the merchant's wish comes first
        "de-CH | fr                            | DE",
        "de_CH | fr                            | DE",
        "pt-BR | fr                            | FR", // a wish we cannot fulfil
        "den   | fr                            | FR", // not every tag that begins with de
        "-     | -                             | EN",
        "-     | ''                            | EN",
        "-     | pt, nl                        | EN",
        "-     | AR-EG                         | AR",
        "-     | en;q=0.2, ja;q=0.9, fr;q=0.8  | JA",
        "-     | pt, es;q=0.1                  | ES",
        "-     | fr;q=0, es;q=0.1              | ES", // 0 is not at all
        "-     | fr;q=0.5, es;q=0.5            | FR",
        "-     | fr;q=x, es;q=0.1              | ES",
        "-     | fr;q=2, es;q=0.1              | ES",
        "-     | '*'                           | EN",
      })
  void the_best_language_is_chosen(
      @Nullable String wanted, @Nullable String acceptLanguage, Language expected) {
    assertThat(Language.choose(wanted, acceptLanguage)).isEqualTo(expected);
  }

  @Test
  void an_endless_header_is_read_to_a_limit() {
    assertThat(Language.choose(null, "pt,".repeat(10_000) + "de")).isEqualTo(Language.EN);
  }

  @Test
  void numbers_are_written_as_in_the_region_when_it_speaks_the_language() {
    assertThat(Language.DE.formats("de-CH")).isEqualTo(Locale.forLanguageTag("de-CH"));
    assertThat(Language.FR.formats("de-CH")).isEqualTo(Locale.FRENCH);
    assertThat(Language.AR.formats("ar-EG").toLanguageTag()).isEqualTo("ar-u-nu-latn");
  }

  @Test
  void only_arabic_runs_from_right_to_left() {
    assertThat(Language.AR.direction()).isEqualTo("rtl");
    assertThat(Language.JA.direction()).isEqualTo("ltr");
  }
}
