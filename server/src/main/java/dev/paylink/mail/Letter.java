package dev.paylink.mail;

import dev.paylink.platform.language.Language;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one e-mail says. Its parts are plain text; how they look as text and as HTML is the same for
 * every letter and none of the writer's business.
 */
public record Letter(
    String to,
    Language language,
    String subject,
    String heading,
    List<String> paragraphs,
    List<Fact> facts,
    @Nullable Action action) {

  /** A line of the table below the text. */
  public record Fact(String label, String value) {}

  /** The one thing to do about it: a button, and its address in the text. */
  public record Action(String label, String url) {}
}
