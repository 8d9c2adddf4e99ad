package dev.paylink.platform.web;

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

/** Finds the message of an English sentence that has no key yet, until none is left. */
final class Said {
  private static final Pattern PLACE = Pattern.compile("[{][0-9][}]");
  private static final Pattern NEEDS_SUBJECT = Pattern.compile("(is|has|must|may|cannot) ");

  /** What follows the head of a sentence, such as why a password is easy to guess. */
  private static final Pattern DETAILS = Pattern.compile("[:.;] .*");

  /** The longest first, so that "The refund is {0} and …" is found before "{0} is …". */
  private static final List<Sentence> SENTENCES =
      Message.keys().stream()
          .map(Sentence::of)
          .filter(sentence -> sentence.letters > 0)
          .sorted(Comparator.comparingInt((Sentence sentence) -> sentence.letters).reversed())
          .toList();

  private Said() {}

  static boolean needsSubject(Message message) {
    return message.isPlain() && NEEDS_SUBJECT.matcher(message.english()).lookingAt();
  }

  /** Returns the sentence in the language of the words, or as it is. */
  static String translated(Words words, String english) {
    Message found = words.language() == Language.EN ? null : found(english);
    if (found == null && words.language() != Language.EN) {
      found = found(DETAILS.matcher(english).replaceFirst(""));
    }
    return found == null ? english : found.in(words.language());
  }

  private static @Nullable Message found(String english) {
    for (Sentence sentence : SENTENCES) {
      Matcher matcher = sentence.pattern.matcher(english);
      if (matcher.matches()) {
        Object[] values = new Object[matcher.groupCount()];
        Arrays.setAll(values, place -> matcher.group(place + 1));
        return Message.of(sentence.key, values);
      }
    }
    return null;
  }

  /** A sentence with places, which anything can fill. */
  private record Sentence(String key, Pattern pattern, int letters) {
    static Sentence of(String key) {
      String[] parts = PLACE.split(Message.of(key).english(), -1);
      String pattern = Arrays.stream(parts).map(Pattern::quote).collect(Collectors.joining("(.+)"));
      return new Sentence(key, Pattern.compile(pattern), String.join("", parts).length());
    }
  }
}
