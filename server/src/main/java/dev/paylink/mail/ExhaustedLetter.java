package dev.paylink.mail;

import java.time.Instant;
import java.util.List;

/**
 * Tells a merchant that deliveries to its webhook are exhausted.
 *
 * @param events how many were exhausted since the last such letter
 * @param since when the first of them was exhausted
 * @param url the page that lists them
 */
public record ExhaustedLetter(String to, int events, Instant since, String url) {

  public Letter write(LetterTexts texts) {
    LetterTexts.Speech speech = texts.in(null); // users have not told us their language
    return new Letter(
        to,
        speech.language(),
        speech.text("exhausted.subject"),
        speech.text("exhausted.heading"),
        List.of(speech.text("exhausted.text"), speech.text("exhausted.next")),
        speech
            .facts()
            .add("exhausted.events", Integer.toString(events))
            .add("exhausted.since", speech.format().time(since))
            .list(),
        new Letter.Action(speech.text("exhausted.action"), url));
  }
}
