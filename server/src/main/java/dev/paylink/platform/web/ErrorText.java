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
    return ended(words, problem.message().in(words.language()));
  }

  /**
   * Returns what is wrong with a field. In English the label is the subject, unless the message has
   * one, as "The URL has no host" does.
   */
  static String fault(Words words, String label, Message message) {
    String text = message.in(words.language());
    boolean needsSubject = words.language() == Language.EN && message.isOfField();
    return ended(words, needsSubject ? label + " " + text : text);
  }

  private static String ended(Words words, String sentence) {
    char last = sentence.charAt(sentence.length() - 1);
    return ENDS.indexOf(last) >= 0 ? sentence : sentence + words.get("panel.stop");
  }
}
