package dev.paylink.mail;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.web.Templates;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The layout of every letter, as text and as HTML. Neither loads anything from anywhere, and
 * inserted values are shown as they are, never interpreted. A letter to a customer has an empty
 * row, in which {@link LetterMessage} puts the merchant's logo.
 *
 * @param sender the host that letters come from, as readers know it
 */
record LetterLayout(
    Templates templates, Map<Language, Texts> texts, String sender, boolean testMode) {
  private static final String RULE = "--";

  String subject(Letter letter) {
    String subject = LetterView.oneLine(letter.subject());
    return testMode ? texts(letter).get("test.subject", subject) : subject;
  }

  /**
   * Returns the letter as HTML.
   *
   * @param ofMerchant whether it has a place for the merchant's logo
   */
  String html(Letter letter, boolean ofMerchant) {
    LetterView view = new LetterView(letter, texts(letter), sender, testMode, ofMerchant);
    return new String(templates.render("mail/letter.jte", view), StandardCharsets.UTF_8);
  }

  String text(Letter letter) {
    LetterView view = new LetterView(letter, texts(letter), sender, testMode, false);
    StringBuilder text = new StringBuilder();
    if (view.testMode()) {
      text.append(view.banner()).append("\n\n");
    }
    text.append(view.heading()).append("\n\n");
    view.paragraphs().forEach(paragraph -> text.append(paragraph).append("\n\n"));
    List<Letter.Fact> facts = view.facts();
    facts.forEach(fact -> text.append(fact.label()).append(": ").append(fact.value()).append('\n'));
    if (!facts.isEmpty()) {
      text.append('\n');
    }
    Letter.Action action = letter.action();
    if (action != null) {
      text.append(action.label()).append(":\n").append(action.url()).append("\n\n");
    }
    return text.append(RULE).append('\n').append(view.footer()).append('\n').toString();
  }

  private Texts texts(Letter letter) {
    return Objects.requireNonNull(texts.get(letter.language()));
  }
}
