package dev.paylink.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.testing.EveryLanguage;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LetterTextsTest {
  private static final Map<Language, Texts> ALL = Texts.all(Mail.class);

  @Test
  void every_language_has_the_same_texts_with_the_same_places() {
    EveryLanguage.saysTheSame(ALL, 25);
  }

  @Test
  void hardly_a_text_is_left_in_english() {
    EveryLanguage.isTranslated(ALL, 3);
  }

  @Test
  void locale_that_is_not_spoken_is_answered_in_english() {
    LetterTexts all = new LetterTexts(ALL);
    assertThat(all.in("es-MX").language()).isEqualTo(Language.ES);
    assertThat(all.in("tlh").language()).isEqualTo(Language.EN);
    assertThat(all.in(null).language()).isEqualTo(Language.EN);
  }
}
