package dev.paylink.mail;

import java.time.Instant;
import java.util.List;

/**
 * Tells a merchant that its webhook was given up on.
 *
 * @param events how many since it was last told
 * @param since when the first of them was given up
 * @param url where they are listed
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
