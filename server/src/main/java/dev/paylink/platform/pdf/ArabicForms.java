package dev.paylink.platform.pdf;

import java.lang.Character.UnicodeBlock;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Joins Arabic letters: replaces each letter by the form it has between its neighbours. Unicode has
 * a character for every form, so the font needs no rules of its own and the text stays readable
 * when it is copied.
 */
final class ArabicForms {
  private static final char LAM = '\u0644';
  private static final char TATWEEL = '\u0640';

  private static final int ISOLATED = 0;
  private static final int FINAL = 1;
  private static final int INITIAL = 2;
  private static final int MEDIAL = 3;

  /** The forms of each letter in the order of the constants; a letter has one, two or all four. */
  private static final Map<String, String> FORMS = forms();

  private ArabicForms() {}

  /** Returns the text with its letters joined; vowel marks must have been removed. */
  static String join(String text) {
    if (text.chars().noneMatch(c -> UnicodeBlock.ARABIC.equals(UnicodeBlock.of(c)))) {
      return text;
    }
    StringBuilder joined = new StringBuilder(text.length());
    boolean isJoined = false; // with the letter before
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      String ligature = letter == LAM && i + 1 < text.length() ? lamWith(text.charAt(i + 1)) : null;
      if (ligature != null) {
        joined.append(ligature.charAt(isJoined ? FINAL : ISOLATED));
        isJoined = false;
        i++;
        continue;
      }
      boolean joinsNext =
          joinsAfter(letter) && i + 1 < text.length() && joinsBefore(text.charAt(i + 1));
      joined.append(form(letter, isJoined, joinsNext));
      isJoined = joinsNext;
    }
    return joined.toString();
  }

  private static char form(char letter, boolean isJoined, boolean joinsNext) {
    String forms = FORMS.get(String.valueOf(letter));
    if (forms == null) {
      return letter;
    }
    int form = isJoined ? (joinsNext ? MEDIAL : FINAL) : (joinsNext ? INITIAL : ISOLATED);
    return forms.charAt(form < forms.length() ? form : ISOLATED);
  }

  private static @Nullable String lamWith(char alef) {
    return FORMS.get("" + LAM + alef);
  }

  private static boolean joinsAfter(char letter) {
    String forms = FORMS.get(String.valueOf(letter));
    return letter == TATWEEL || (forms != null && forms.length() > INITIAL);
  }

  private static boolean joinsBefore(char letter) {
    String forms = FORMS.get(String.valueOf(letter));
    return letter == TATWEEL || (forms != null && forms.length() > FINAL);
  }

  /** Collects the forms from Unicode, which lists those of a letter in the order used here. */
  private static Map<String, String> forms() {
    Map<String, String> forms = new HashMap<>();
    IntStream.concat(
            IntStream.rangeClosed('\uFE80', '\uFEFC'), IntStream.rangeClosed('\uFB50', '\uFBFF'))
        .filter(Character::isDefined)
        .mapToObj(Character::toString)
        .forEach(
            form ->
                forms.merge(
                    Normalizer.normalize(form, Normalizer.Form.NFKC), form, String::concat));
    return forms;
  }
}
