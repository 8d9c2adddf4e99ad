package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.testing.EveryLanguage;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class TextsTest {
  private static final Map<Language, Texts> ALL = Texts.all(Checkout.class);
  private static final Texts ENGLISH = texts(Language.EN);

  private static Texts texts(Language language) {
    return Objects.requireNonNull(ALL.get(language));
  }

  @Test
  void every_language_has_the_same_texts_with_the_same_places() {
    EveryLanguage.saysTheSame(ALL, 80);
  }

  @Test
  void hardly_a_text_is_left_in_english() {
    EveryLanguage.isTranslated(ALL, 5);
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
}
