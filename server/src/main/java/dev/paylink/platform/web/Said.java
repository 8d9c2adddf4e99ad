package dev.paylink.platform.web;

import dev.paylink.platform.http.Problem;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.language.Words;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a call says when it refuses, in the reader's language. The calls speak English, so the
 * English sentence is what we look for; one that we have no words for stays as it is.
 */
final class Said {
  private static final String PREFIX = "said.";
  private static final Pattern PLACE = Pattern.compile("[{][0-9][}]");
  private static final Pattern NEEDS_SUBJECT = Pattern.compile("(is|has|must|may|cannot) ");

  /** What follows the head of a sentence, such as why a password is easy to guess. */
  private static final Pattern DETAILS = Pattern.compile("[:.;] .*");

  /** The longest first, so that "The refund is {0} and …" is found before "{0} is …". */
  private static final List<Sentence> SENTENCES = sentences();

  private Said() {}

  static String title(Words words, Problem problem) {
    return problem.title().in(words.language());
  }

  static String sentence(Words words, Problem problem) {
    return ended(words, text(words, problem.message()));
  }

  /**
   * Returns what is wrong with a field. In English it is a sentence with the label as subject,
   * unless it has one, as "The URL has no host" does.
   */
  static String fault(Words words, String label, Message message) {
    if (!message.isPlain()) {
      String subject = words.language() == Language.EN && message.isOfField() ? label + " " : "";
      return ended(words, subject + message.in(words.language()));
    }
    String said = translated(words, message.english());
    if (said != null) {
      return ended(words, said);
    }
    boolean hasSubject = !NEEDS_SUBJECT.matcher(message.english()).lookingAt();
    String subject = words.language() == Language.EN ? label + " " : label + ": ";
    return ended(Panel.ENGLISH, hasSubject ? message.english() : subject + message.english());
  }

  private static String text(Words words, Message message) {
    if (!message.isPlain()) {
      return message.in(words.language());
    }
    String said = translated(words, message.english());
    return said == null ? message.english() : said;
  }

  /** Returns the sentence in the language of the words; null if they have none for it. */
  static @Nullable String translated(Words words, String english) {
    if (words.language() == Language.EN) {
      return null;
    }
    String said = found(words, english);
    return said == null ? found(words, DETAILS.matcher(english).replaceFirst("")) : said;
  }

  private static @Nullable String found(Words words, String english) {
    for (Sentence sentence : SENTENCES) {
      Matcher matcher = sentence.pattern.matcher(english);
      if (matcher.matches()) {
        Object[] values = new Object[matcher.groupCount()];
        Arrays.setAll(values, place -> matcher.group(place + 1));
        return words.get(sentence.key, values);
      }
    }
    return null;
  }

  private static String ended(Words words, String sentence) {
    return sentence.matches(".*[.?。？؟]") ? sentence : sentence + words.get("panel.stop");
  }

  private static List<Sentence> sentences() {
    return Panel.ENGLISH.texts().keys().stream()
        .filter(key -> key.startsWith(PREFIX))
        .map(key -> Sentence.of(key, Panel.ENGLISH.get(key)))
        .sorted(Comparator.comparingInt((Sentence sentence) -> sentence.letters).reversed())
        .toList();
  }

  /** A sentence with places, which anything can fill. */
  private record Sentence(String key, Pattern pattern, int letters) {
    static Sentence of(String key, String english) {
      String[] parts = PLACE.split(english, -1);
      String pattern = Arrays.stream(parts).map(Pattern::quote).collect(Collectors.joining("(.+)"));
      return new Sentence(key, Pattern.compile(pattern), String.join("", parts).length());
    }
  }
}
