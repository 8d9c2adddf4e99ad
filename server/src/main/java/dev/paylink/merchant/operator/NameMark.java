package dev.paylink.merchant.operator;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Marks what makes a name read like another one. A mark asks the operator to look closely; it
 * refuses nothing.
 */
public enum NameMark {
  mixed_scripts("Mixed scripts"),
  confusable("Looks like other letters"),
  hidden("Invisible characters"),
  right_to_left("Right-to-left control");

  /** Scripts that are written together. */
  private static final Set<UnicodeScript> EAST_ASIAN =
      EnumSet.of(
          UnicodeScript.HAN,
          UnicodeScript.HIRAGANA,
          UnicodeScript.KATAKANA,
          UnicodeScript.HANGUL,
          UnicodeScript.BOPOMOFO);

  /** Letters, and after the bar the ASCII letters that they are taken for. */
  private static final String[] LOOK_ALIKES = {
    // Cyrillic
    "аеорсухіјѕһԁԛԝѵӏкьгпб|aeopcyxijshdqwvlkbrn6",
    "АВЕКМНОРСТХІЈЅҮУԚԜѴӀЗЬ|ABEKMHOPCTXIJSYYQWVI3b",
    // Greek
    "αονρυικχγηωτσεϲϳ|aovpuikxynwtoecj",
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ|ABEZHIKMNOPTYXCJ",
    // Latin letters of other alphabets and of phonetics, and Armenian
    "ıɑɡɩɪʟʀᴀᴄᴇᴋᴍɴᴏᴘᴛᴜᴠᴡᴢǀօսհոցյ|iagiilracekmnoptuvwzlouhngj",
  };

  private static final Map<Integer, Integer> ASCII = ascii();

  private final String words;

  NameMark(String words) {
    this.words = words;
  }

  /** Returns the mark for people. */
  public String words() {
    return words;
  }

  /** Returns the marks of a name, in their order. */
  public static List<NameMark> of(String name) {
    List<NameMark> marks = new ArrayList<>();
    if (isMixed(name)) {
      marks.add(mixed_scripts);
    }
    if (readsLike(name) != null) {
      marks.add(confusable);
    }
    if (name.codePoints().anyMatch(point -> isHidden(point) && !isDirection(point))) {
      marks.add(hidden);
    }
    if (name.codePoints().anyMatch(NameMark::isDirection)) {
      marks.add(right_to_left);
    }
    return marks;
  }

  /** Returns the plain ASCII name for which a reader takes this one; null if there is none. */
  public static @Nullable String readsLike(String name) {
    StringBuilder plain = new StringBuilder();
    Normalizer.normalize(name, Normalizer.Form.NFKC)
        .codePoints()
        .filter(point -> !isHidden(point))
        .map(point -> ASCII.getOrDefault(point, point))
        .forEach(plain::appendCodePoint);
    boolean hasOtherLetters =
        name.codePoints()
            .anyMatch(point -> point > 127 && Character.isLetterOrDigit(point) && !isHidden(point));
    return hasOtherLetters && plain.chars().allMatch(c -> c < 128) ? plain.toString() : null;
  }

  /** Returns the name with the code of each character that nobody would see. */
  public static String visible(String name) {
    StringBuilder visible = new StringBuilder();
    name.codePoints()
        .forEach(
            point -> {
              if (isHidden(point)) {
                visible.append("[U+%04X]".formatted(point));
              } else {
                visible.appendCodePoint(point);
              }
            });
    return visible.toString();
  }

  /** Returns the visible name, and what a reader takes it for if that is another one. */
  public static String described(String name) {
    String like = readsLike(name);
    return like == null ? visible(name) : visible(name) + " (reads like " + like + ")";
  }

  private static boolean isMixed(String name) {
    Set<UnicodeScript> scripts = EnumSet.noneOf(UnicodeScript.class);
    name.codePoints()
        .filter(point -> Character.isLetter(point) && !isHidden(point))
        .forEach(point -> scripts.add(UnicodeScript.of(point)));
    scripts.remove(UnicodeScript.COMMON);
    scripts.remove(UnicodeScript.INHERITED);
    if (scripts.removeAll(EAST_ASIAN)) {
      scripts.remove(UnicodeScript.LATIN);
      return !scripts.isEmpty();
    }
    return scripts.size() > 1;
  }

  /** Tells whether a character has no shape of its own, or changes the direction of others. */
  private static boolean isHidden(int point) {
    return switch (Character.getType(point)) {
      case Character.FORMAT,
          Character.CONTROL,
          Character.UNASSIGNED,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default ->
          switch (point) {
            // A grapheme joiner, fillers of Hangul, an empty Braille cell
            case 0x034F, 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800 -> true;
            default -> isBetween(point, 0xFE00, 0xFE0F) || isBetween(point, 0xE0100, 0xE01EF);
          };
    };
  }

  private static boolean isDirection(int point) {
    return isBetween(point, 0x202A, 0x202E)
        || isBetween(point, 0x2066, 0x2069)
        || isBetween(point, 0x200E, 0x200F)
        || point == 0x061C;
  }

  private static boolean isBetween(int point, int first, int last) {
    return first <= point && point <= last;
  }

  private static Map<Integer, Integer> ascii() {
    Map<Integer, Integer> ascii = new HashMap<>();
    for (String pair : LOOK_ALIKES) {
      int bar = pair.indexOf('|');
      for (int i = 0; i < bar; i++) {
        ascii.put((int) pair.charAt(i), (int) pair.charAt(bar + 1 + i));
      }
    }
    return ascii;
  }
}
