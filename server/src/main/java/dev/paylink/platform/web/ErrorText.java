package dev.paylink.platform.web;

import dev.paylink.platform.http.Problem;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.language.Words;

/** Writes refusals in the reader's language, as whole sentences. */
final class ErrorText {
  private static final String ENDS = ".?。？؟";

  private ErrorText() {}

  static String title(Words words, Problem problem) {
    return problem.title().in(words.language());
  }

  static String sentence(Words words, Problem problem) {
    return ended(words, text(words, problem.message()));
  }

  /**
   * Returns what is wrong with a field. In English the label is the subject, unless the message has
   * one, as "The URL has no host" does.
   */
  static String fault(Words words, String label, Message message) {
    String text = text(words, message);
    boolean needsSubject =
        words.language() == Language.EN && (message.isOfField() || Said.needsSubject(message));
    return ended(words, needsSubject ? label + " " + text : text);
  }

  private static String text(Words words, Message message) {
    return message.isPlain()
        ? Said.translated(words, message.english())
        : message.in(words.language());
  }

  private static String ended(Words words, String sentence) {
    char last = sentence.charAt(sentence.length() - 1);
    return ENDS.indexOf(last) >= 0 ? sentence : sentence + words.get("panel.stop");
  }
}
