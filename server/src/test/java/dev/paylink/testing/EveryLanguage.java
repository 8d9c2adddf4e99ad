package dev.paylink.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What must hold of texts in all languages. */
public final class EveryLanguage {
  private EveryLanguage() {}

  /** The same texts with the same places, none of them empty. */
  public static void saysTheSame(Map<Language, Texts> all, int least) {
    Texts english = Objects.requireNonNull(all.get(Language.EN));
    assertThat(all).containsOnlyKeys(Language.values());
    all.forEach(
        (language, texts) -> {
          assertThat(texts.keys())
              .as(language.tag())
              .isEqualTo(english.keys())
              .hasSizeGreaterThan(least);
          for (String key : english.keys()) {
            assertThat(texts.get(key)).as(key).isNotBlank();
            assertThat(places(texts.get(key))).as(key).isEqualTo(places(english.get(key)));
          }
        });
  }

  /** Hardly a text is left in English: fewer than {@code most}, for words that are the same. */
  public static void isTranslated(Map<Language, Texts> all, int most) {
    Texts english = Objects.requireNonNull(all.get(Language.EN));
    all.forEach(
        (language, texts) -> {
          if (language != Language.EN) {
            assertThat(english.keys())
                .as(language.tag())
                .filteredOn(key -> texts.get(key).equals(english.get(key)))
                .hasSizeLessThan(most);
          }
        });
  }

  /** A sentence may name a thing twice where English does once. */
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
