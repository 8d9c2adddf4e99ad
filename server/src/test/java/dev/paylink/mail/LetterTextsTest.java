package dev.paylink.mail;

import static org.assertj.core.api.Assertions.assertThat;

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

final class LetterTextsTest {
  private static final Map<Language, Texts> ALL = Texts.all(Mail.class);
  private static final Texts ENGLISH = texts(Language.EN);

  private static Texts texts(Language language) {
    return Objects.requireNonNull(ALL.get(language));
  }

  @ParameterizedTest
  @EnumSource
  void every_language_has_the_same_texts_with_the_same_places(Language language) {
    assertThat(texts(language).keys()).isEqualTo(ENGLISH.keys()).hasSizeGreaterThan(25);
    for (String key : ENGLISH.keys()) {
      assertThat(texts(language).get(key)).as(key).isNotBlank();
      assertThat(places(texts(language).get(key))).as(key).isEqualTo(places(ENGLISH.get(key)));
    }
  }

  @ParameterizedTest
  @EnumSource(value = Language.class, names = "EN", mode = EnumSource.Mode.EXCLUDE)
  void hardly_a_text_is_left_in_english(Language language) {
    assertThat(ENGLISH.keys().stream().filter(k -> texts(language).get(k).equals(ENGLISH.get(k))))
        .hasSizeLessThan(3);
  }

  @Test
  void locale_that_is_not_spoken_is_answered_in_english() {
    LetterTexts all = new LetterTexts(ALL);
    assertThat(all.in("es-MX").language()).isEqualTo(Language.ES);
    assertThat(all.in("tlh").language()).isEqualTo(Language.EN);
    assertThat(all.in(null).language()).isEqualTo(Language.EN);
  }

  private static List<String> places(String text) {
    return Pattern.compile("\\{[0-9]}")
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .sorted()
        .distinct()
        .toList();
  }
}
