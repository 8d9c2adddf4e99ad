package dev.paylink.platform.language;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Folds a text as searches compare it: people type names without accents and in any case. What is
 * stored and what is typed are folded here, so both are the same whatever the database's locale.
 */
public final class SearchText {
  /** The accents of Latin, Greek and Cyrillic; marks of other scripts make other words. */
  private static final Pattern ACCENTS = Pattern.compile("[\\u0300-\\u036f]+");

  /** Letters that no accent can be taken from, and after the bar what people type for them. */
  private static final String[] LETTERS = {
    "ß|ss", "ø|o", "æ|ae", "œ|oe", "đ|d", "ð|d", "þ|th", "ł|l", "ħ|h", "ŧ|t", "ς|σ"
  };

  private SearchText() {}

  /** Returns the text without accents and case; of accents alone, the text. */
  public static String of(String text) {
    if (text.chars().allMatch(c -> c < 128)) {
      return text.toLowerCase(Locale.ROOT);
    }
    // By way of upper case the dotless i of Turkish becomes an i.
    String small = text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    String plain = ACCENTS.matcher(Normalizer.normalize(small, Form.NFD)).replaceAll("");
    for (String letter : LETTERS) {
      plain = plain.replace(letter.substring(0, 1), letter.substring(2));
    }
    return plain.isEmpty() ? text : Normalizer.normalize(plain, Form.NFC);
  }
}
