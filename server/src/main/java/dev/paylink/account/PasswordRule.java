package dev.paylink.account;

import com.nulabinc.zxcvbn.Strength;
import com.nulabinc.zxcvbn.Zxcvbn;
import dev.paylink.platform.language.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The rule for new passwords: at registration, at a change, for an invited user and after a reset.
 * It must be long enough, and take more than 10^8 guesses; common ones take fewer.
 */
public final class PasswordRule {
  static final int MIN_LENGTH = 10;
  public static final int MAX_LENGTH = 200;

  private static final int MIN_SCORE = 3; // of 4: 10^8 guesses

  /** Longest part that is measured; the rest makes a password no weaker. */
  private static final int MEASURED_LENGTH = 32;

  /** The symbols that zxcvbn reads as letters, and the digits. */
  private static final String LETTER_LIKE_SYMBOLS = "@({[<!|$+%";

  private static final String LETTER_LIKE = LETTER_LIKE_SYMBOLS + "0123456789";

  /** Most symbols that are measured: the time grows exponentially with them. */
  private static final int MAX_LETTER_LIKE = 5;

  /** Most words of a text about the person that are compared. */
  private static final int MAX_OWN_WORDS = 5;

  /** The first of the private-use characters that replace symbols. */
  private static final char MEANINGLESS = '\uE000';

  private static final Zxcvbn METER = new Zxcvbn();

  private PasswordRule() {}

  /**
   * Returns what is wrong with the password, with a hint, or null when nothing is.
   *
   * @param own what is known of the person, such as the e-mail address
   */
  public static @Nullable Message fault(String password, List<String> own) {
    if (password.length() < MIN_LENGTH) {
      return Message.of("field.tooshort", MIN_LENGTH);
    }
    if (password.length() > MAX_LENGTH) {
      return Message.of("field.toolong", MAX_LENGTH);
    }
    Strength strength = METER.measure(measured(password), words(own));
    return strength.getScore() < MIN_SCORE ? hint(strength.getFeedback().getWarning()) : null;
  }

  private static Message hint(String warning) {
    return warning.isEmpty()
        ? Message.of("field.guess")
        : Message.of(
            "field.guess.why",
            warning.substring(0, 1).toLowerCase(Locale.ROOT)
                + warning.substring(1).replaceFirst("\\.$", ""));
  }

  /** Returns the part to measure, without symbols that stand for letters when there are many. */
  private static String measured(String password) {
    String part = password.substring(0, Math.min(password.length(), MEASURED_LENGTH));
    long letterLike = part.chars().distinct().filter(c -> LETTER_LIKE.indexOf(c) >= 0).count();
    if (letterLike <= MAX_LETTER_LIKE) {
      return part;
    }
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      int symbol = LETTER_LIKE_SYMBOLS.indexOf(c);
      plain.append(symbol < 0 ? c : (char) (MEANINGLESS + symbol));
    }
    return plain.toString();
  }

  /** Returns the words of these texts, whole and in parts. */
  private static List<String> words(List<String> own) {
    List<String> words = new ArrayList<>();
    for (String text : own) {
      String lower = text.toLowerCase(Locale.ROOT);
      words.add(lower);
      for (String part : lower.split("[^\\p{L}\\p{N}]+", MAX_OWN_WORDS)) {
        if (part.length() > 2) {
          words.add(part);
        }
      }
    }
    return words;
  }
}
