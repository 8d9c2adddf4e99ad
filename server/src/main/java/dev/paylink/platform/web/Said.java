package dev.paylink.platform.web;

import dev.paylink.platform.http.Problem;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Words;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a call says when it refuses, in the reader's language. The calls speak English, so the
 * English sentence is what we look for; one that we have no words for stays as it is.
 */
final class Said {
  private static final String PREFIX = "said.";
  private static final Pattern NUMBER = Pattern.compile("\\b[0-9]+\\b");
  private static final Pattern NEEDS_SUBJECT = Pattern.compile("(is|has|must|may) ");

  /** What follows the head of a sentence, such as why a password is easy to guess. */
  private static final Pattern DETAILS = Pattern.compile("[:.;] .*");

  private static final Map<String, String> KEYS = keys();

  private Said() {}

  static String title(Words words, Problem problem) {
    String said = translated(words, problem.title());
    return said == null ? problem.title() : said;
  }

  static String sentence(Words words, Problem problem) {
    String said = translated(words, problem.detail());
    return (said == null ? problem.detail() : said) + words.get("panel.stop");
  }

  /**
   * Returns what is wrong with a field. In English it is a sentence with the label as subject,
   * unless it has one, as "The URL has no host" does.
   */
  static String fault(Words words, String label, String message) {
    String said = translated(words, message);
    if (said != null) {
      return said + words.get("panel.stop");
    }
    boolean hasSubject = !NEEDS_SUBJECT.matcher(message).lookingAt();
    String subject = words.language() == Language.EN ? label + " " : label + ": ";
    return (hasSubject ? message : subject + message) + ".";
  }

  private static @Nullable String translated(Words words, String english) {
    if (words.language() == Language.EN) {
      return null;
    }
    Matcher numbers = NUMBER.matcher(english);
    int[] place = {0};
    String text = numbers.replaceAll(number -> "{" + place[0]++ + "}");
    String key = KEYS.getOrDefault(text, KEYS.get(DETAILS.matcher(text).replaceFirst("")));
    return key == null
        ? null
        : words.get(key, numbers.reset().results().map(MatchResult::group).toArray());
  }

  private static Map<String, String> keys() {
    Map<String, String> keys = new HashMap<>();
    for (String key : Panel.ENGLISH.texts().keys()) {
      if (key.startsWith(PREFIX)) {
        keys.put(Panel.ENGLISH.get(key), key);
      }
    }
    return keys;
  }
}
