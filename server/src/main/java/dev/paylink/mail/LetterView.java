package dev.paylink.mail;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import java.util.List;

/** A letter as its template shows it: every part is one line. */
record LetterView(Letter letter, Texts texts, String sender, boolean testMode) {
  private static final int MAX_WORD = 40;

  Language language() {
    return letter.language();
  }

  String subject() {
    return OneLine.of(letter.subject());
  }

  String heading() {
    return OneLine.of(letter.heading());
  }

  List<String> paragraphs() {
    return letter.paragraphs().stream().map(OneLine::of).toList();
  }

  /** What a mailbox shows beside the subject. */
  String preview() {
    return letter.paragraphs().isEmpty() ? heading() : OneLine.of(letter.paragraphs().getLast());
  }

  List<Letter.Fact> facts() {
    return letter.facts().stream()
        .map(fact -> new Letter.Fact(OneLine.of(fact.label()), OneLine.of(fact.value())))
        .toList();
  }

  /** How a value is set: what only machines read is smaller, and its letters are told apart. */
  static String font(Letter.Fact fact) {
    boolean code = fact.value().length() > MAX_WORD && fact.value().indexOf(' ') < 0;
    return code
        ? "font-family:ui-monospace, Menlo, Consolas, monospace; font-size:13px; line-height:22px;"
        : "font-size:15px; line-height:22px; font-weight:600;";
  }

  String banner() {
    return texts.get("banner.test");
  }

  String fallback() {
    return texts.get("action.fallback");
  }

  String footer() {
    return texts.get("footer.automatic", sender);
  }

  /** The side a line begins on; not every mail program knows the word for it. */
  String start() {
    return language().isRightToLeft() ? "right" : "left";
  }

  String end() {
    return language().isRightToLeft() ? "left" : "right";
  }
}
