package dev.paylink.mail;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.language.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The words of letters in every language. */
public record LetterTexts(Map<Language, Texts> all) {

  /**
   * Returns the reader's language with its formats of numbers and dates; English for an unsupported
   * locale.
   */
  Speech in(@Nullable String locale) {
    Language language = Language.choose(locale, null);
    return new Speech(
        language,
        Objects.requireNonNull(all.get(language)),
        LocalFormat.of(language.formats(locale)));
  }

  /** The language of one reader. */
  record Speech(Language language, Texts texts, LocalFormat format) {
    String text(String key, String... values) {
      return texts.get(key, values);
    }

    /** Returns a paragraph, after a greeting if the name is known. */
    List<String> greeted(@Nullable String name, String paragraph) {
      return name == null || name.isBlank()
          ? List.of(paragraph)
          : List.of(text("greeting", name), paragraph);
    }

    FactList facts() {
      return new FactList(this);
    }
  }

  /** The table of a letter. Unknown values are left out. */
  static final class FactList {
    private final Speech speech;
    private final List<Letter.Fact> facts = new ArrayList<>();

    private FactList(Speech speech) {
      this.speech = speech;
    }

    FactList add(String key, @Nullable String value) {
      if (value != null && !value.isBlank()) {
        facts.add(new Letter.Fact(speech.text(key), value));
      }
      return this;
    }

    List<Letter.Fact> list() {
      return facts;
    }
  }
}
