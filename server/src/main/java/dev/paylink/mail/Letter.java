package dev.paylink.mail;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.web.Paint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of one e-mail. Its parts are plain text. The layout as text and as HTML is the same
 * for every letter, and writers of letters do not deal with it.
 *
 * @param paint the colour of the merchant that it is written for; null for ours
 */
public record Letter(
    String to,
    Language language,
    String subject,
    String heading,
    List<String> paragraphs,
    List<Fact> facts,
    @Nullable Action action,
    @Nullable Paint paint) {

  /** A letter in our own colours. */
  public Letter(
      String to,
      Language language,
      String subject,
      String heading,
      List<String> paragraphs,
      List<Fact> facts,
      @Nullable Action action) {
    this(to, language, subject, heading, paragraphs, facts, action, null);
  }

  /** A line of the table below the text. */
  public record Fact(String label, String value) {}

  /** The one action for the reader: a button in HTML, its address in the text. */
  public record Action(String label, String url) {}
}
