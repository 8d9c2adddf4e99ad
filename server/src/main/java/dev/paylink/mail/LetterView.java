package dev.paylink.mail;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import java.util.List;
import java.util.regex.Pattern;

/** A letter as its template shows it: every part is one line. */
record LetterView(Letter letter, Texts texts, String sender, boolean testMode, boolean ofMerchant) {
  private static final int MAX_WORD = 40;

  /**
   * Control characters, line and paragraph separators, and direction overrides; not the isolates
   * that our own texts put around inserted values.
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

  /** Returns the preview text that a mailbox shows next to the subject. */
  String preview() {
    return letter.paragraphs().isEmpty() ? heading() : oneLine(letter.paragraphs().getLast());
  }

  List<Letter.Fact> facts() {
    return letter.facts().stream()
        .map(fact -> new Letter.Fact(oneLine(fact.label()), oneLine(fact.value())))
        .toList();
  }

  /**
   * Returns the style of a value: codes for machines are smaller, in a font with distinct letters.
   */
  static String font(Letter.Fact fact) {
    boolean code = fact.value().length() > MAX_WORD && fact.value().indexOf(' ') < 0;
    return code
        ? "font-family:ui-monospace, Menlo, Consolas, monospace; font-size:13px; line-height:22px;"
        : "font-size:15px; line-height:22px; font-weight:600;";
  }

  /** Returns the colour of the bar on top. */
  String bar() {
    return letter.paint() == null ? "#0e3b2e" : letter.paint().hex();
  }

  String button() {
    return letter.paint() == null ? "#0b6b4f" : letter.paint().hex();
  }

  String onButton() {
    return letter.paint() == null ? "#ffffff" : letter.paint().ink();
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

  /**
   * Returns the side on which a line begins, because not every mail program knows {@code start}.
   */
  String start() {
    return language().isRightToLeft() ? "right" : "left";
  }

  String end() {
    return language().isRightToLeft() ? "left" : "right";
  }

  /**
   * Returns foreign text as one line. Everything that breaks a line, controls a terminal or changes
   * the direction of the following text becomes a space, so that a name cannot add a header, a line
   * or a sentence of its own to a letter.
   */
  static String oneLine(String text) {
    return BREAKS.matcher(text).replaceAll(" ").strip();
  }
}
