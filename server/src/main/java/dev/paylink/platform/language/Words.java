package dev.paylink.platform.language;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The words of a page in the language of its reader: its texts, and how it writes amounts. */
public record Words(Language language, Texts texts, LocalFormat format) {

  /** Returns the words of every language; English amounts are written as in the United States. */
  public static Map<Language, Words> all(Map<Language, Texts> texts) {
    Map<Language, Words> all = new EnumMap<>(Language.class);
    texts.forEach(
        (language, its) -> {
          Locale locale = language == Language.EN ? Locale.US : language.formats(null);
          all.put(language, new Words(language, its, LocalFormat.of(locale)));
        });
    return all;
  }

  public boolean has(String key) {
    return texts.has(key);
  }

  public String get(String key) {
    return texts.get(key);
  }

  /** Returns the text with its places filled; numbers are written as they are. */
  public String get(String key, Object... values) {
    return texts.get(key, Arrays.stream(values).map(String::valueOf).toArray(String[]::new));
  }

  /** Returns the text of one thing, {@code key.one}, or of that many, {@code key.many}. */
  public String count(String key, long count) {
    return get(count == 1 ? key + ".one" : key + ".many", count);
  }

  /** Returns names to choose from, in their order, and the text below {@code prefix} of each. */
  public Map<String, String> choices(String prefix, Object... names) {
    Map<String, String> choices = new LinkedHashMap<>();
    for (Object name : names) {
      choices.put(name.toString(), get(prefix + name));
    }
    return choices;
  }

  /** Returns an amount with every decimal it has. */
  public String amount(BigDecimal amount, String currency) {
    return format.amount(amount, currency);
  }

  /** Returns the pieces of a text, for a page that fills its places with markup. */
  public List<Piece> pieces(String key) {
    List<Piece> pieces = new ArrayList<>();
    String text = get(key);
    int written = 0;
    for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', open + 1)) {
      if (Texts.isPlace(text, open)) {
        pieces.add(new Piece(text.substring(written, open), -1));
        pieces.add(new Piece("", text.charAt(open + 1) - '0'));
        written = open + Texts.PLACE_LENGTH;
      }
    }
    pieces.add(new Piece(text.substring(written), -1));
    return pieces;
  }

  /** Text, or the number of the place that is to be filled; -1 is none. */
  public record Piece(String text, int place) {}
}
