package dev.paylink.mail;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import java.util.List;
import java.util.regex.Pattern;

/** A letter as its template shows it: every part is one line. */
record LetterView(Letter letter, Texts texts, String sender, boolean testMode) {
  private static final int MAX_WORD = 40;

  /**
   * Control characters, line and paragraph separators, and overrides of direction; not the isolates
   * that our own texts set around what is filled in.
   */
  private static final String BREAK = "\\p{Cc}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\ufeff";

  private static final Pattern BREAKS = Pattern.compile(" *[" + BREAK + "][ " + BREAK + "]*");

  Language language() {
    return letter.language();
  }

  String subject() {
    return oneLine(letter.subject());
  }

  String heading() {
    return oneLine(letter.heading());
  }

  List<String> paragraphs() {
    return letter.paragraphs().stream().map(LetterView::oneLine).toList();
  }

  /** What a mailbox shows beside the subject. */
  String preview() {
    return letter.paragraphs().isEmpty() ? heading() : oneLine(letter.paragraphs().getLast());
  }

  List<Letter.Fact> facts() {
    return letter.facts().stream()
        .map(fact -> new Letter.Fact(oneLine(fact.label()), oneLine(fact.value())))
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

  /**
   * Text from elsewhere as one line: whatever breaks a line, steers a terminal or turns the
   * direction of what follows becomes a space, so that nobody's name can add a header, a line or a
   * sentence of its own to a letter.
   */
  static String oneLine(String text) {
    return BREAKS.matcher(text).replaceAll(" ").strip();
  }
}
