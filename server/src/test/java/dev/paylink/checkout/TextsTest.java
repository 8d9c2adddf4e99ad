package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TextsTest {
  private static final Map<Language, Texts> ALL = Texts.all(Checkout.class);
  private static final Texts ENGLISH = texts(Language.EN);

  private static Texts texts(Language language) {
    return Objects.requireNonNull(ALL.get(language));
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void every_language_has_the_same_texts_with_the_same_places(Language language) {
    assertThat(texts(language).keys()).isEqualTo(ENGLISH.keys()).hasSizeGreaterThan(80);
    for (String key : ENGLISH.keys()) {
      assertThat(texts(language).get(key)).as(key).isNotBlank();
      assertThat(places(texts(language).get(key))).as(key).isEqualTo(places(ENGLISH.get(key)));
    }
  }

  @ParameterizedTest
  @EnumSource(value = Language.class, names = "EN", mode = EnumSource.Mode.EXCLUDE)
  void hardly_a_text_is_left_in_english(Language language) {
    assertThat(ENGLISH.keys().stream().filter(k -> texts(language).get(k).equals(ENGLISH.get(k))))
        .hasSizeLessThan(5);
  }

  @Test
  void what_is_filled_in_is_not_filled_again() {
    assertThat(ENGLISH.get("success.text", "{1} $1 \\", "$5"))
        .isEqualTo("Thank you. {1} $1 \\ has received $5.");
  }

  @Test
  void a_latin_name_in_an_arabic_sentence_is_isolated() {
    assertThat(texts(Language.AR).get("back.success", "Shop")).contains("\u2068Shop\u2069");
    assertThat(ENGLISH.get("back.success", "Shop")).isEqualTo("Back to Shop");
  }

  @Test
  void a_text_that_is_not_there_is_a_fault() {
    assertThatThrownBy(() -> ENGLISH.get("no.such")).hasMessageContaining("no.such in en");
  }

  private static List<String> places(String text) {
    return Pattern.compile("\\{[0-9]}")
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .sorted()
        .toList();
  }
}
