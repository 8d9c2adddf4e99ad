package dev.paylink.platform.pdf;

import java.text.Bidi;
import java.text.BreakIterator;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A text of any origin, ready to be drawn in lines.
 *
 * <ul>
 *   <li>Nothing invisible is left in it: control characters, and the marks that could reorder the
 *       text next to it.
 *   <li>No line is wider than its place. A word that is wider is cut.
 *   <li>Each line is in the order in which it is seen, left to right.
 * </ul>
 */
final class PdfText {
  private static final String MIRRORED = "()[]{}<>«»‹›";
  private static final char FIRST_VOWEL_MARK = '\u064B';
  private static final char LAST_VOWEL_MARK = '\u065F';
  private static final char SUPERSCRIPT_ALEF = '\u0670';

  private final String text;
  private final @Nullable Bidi bidi; // null where all goes from left to right

  /** A text whose direction is that of its first letter. */
  PdfText(String text) {
    this(text, Bidi.DIRECTION_DEFAULT_LEFT_TO_RIGHT);
  }

  private PdfText(String text, int direction) {
    this.text = ArabicForms.join(clean(text));
    this.bidi =
        direction == Bidi.DIRECTION_RIGHT_TO_LEFT
                || Bidi.requiresBidi(this.text.toCharArray(), 0, this.text.length())
            ? new Bidi(this.text, direction)
            : null;
  }

  /** Returns our own text in a document of that direction. */
  static PdfText inDocument(String text, boolean isRightToLeft) {
    return new PdfText(
        text, isRightToLeft ? Bidi.DIRECTION_RIGHT_TO_LEFT : Bidi.DIRECTION_LEFT_TO_RIGHT);
  }

  /** The width of a character. */
  @FunctionalInterface
  interface Widths {
    float of(int codePoint);
  }

  /** Returns the lines; none if the text is empty. */
  List<String> lines(float width, Widths widths) {
    List<String> lines = new ArrayList<>();
    if (width(0, text.length(), widths) <= width) {
      add(lines, 0, text.length());
      return lines;
    }
    BreakIterator breaks = BreakIterator.getLineInstance(Locale.ROOT);
    breaks.setText(text);
    int start = 0; // of the line
    float used = 0;
    int from = breaks.first();
    for (int to = breaks.next(); to != BreakIterator.DONE; to = breaks.next()) {
      int end = endOfWord(from, to);
      float word = width(from, end, widths);
      if (used + word > width && from > start) {
        add(lines, start, from);
        start = from;
        used = 0;
      }
      if (word > width) {
        for (int at = from; at < end; at = text.offsetByCodePoints(at, 1)) {
          float one = widths.of(text.codePointAt(at));
          if (used + one > width && at > start) {
            add(lines, start, at);
            start = at;
            used = 0;
          }
          used += one;
        }
      } else {
        used += word;
      }
      used += width(end, to, widths);
      from = to;
    }
    add(lines, start, text.length());
    return lines;
  }

  private float width(int from, int to, Widths widths) {
    return (float) text.substring(from, to).codePoints().mapToDouble(widths::of).sum();
  }

  private int endOfWord(int from, int to) {
    int end = to;
    while (end > from && text.charAt(end - 1) == ' ') {
      end--;
    }
    return end;
  }

  private void add(List<String> lines, int from, int to) {
    int end = endOfWord(from, to);
    if (end > from) {
      lines.add(seen(from, end));
    }
  }

  /** Returns a line as it is seen. */
  private String seen(int from, int to) {
    if (bidi == null || bidi.isLeftToRight()) {
      return text.substring(from, to);
    }
    Bidi line = bidi.createLineBidi(from, to);
    int runs = line.getRunCount();
    byte[] levels = new byte[runs];
    Integer[] order = new Integer[runs];
    for (int i = 0; i < runs; i++) {
      levels[i] = (byte) line.getRunLevel(i);
      order[i] = i;
    }
    Bidi.reorderVisually(levels, 0, order, 0, runs);
    StringBuilder seen = new StringBuilder(to - from);
    for (int run : order) {
      String part = text.substring(from + line.getRunStart(run), from + line.getRunLimit(run));
      seen.append(line.getRunLevel(run) % 2 == 0 ? part : reversed(part));
    }
    return seen.toString();
  }

  private static StringBuilder reversed(String part) {
    StringBuilder reversed = new StringBuilder(part).reverse();
    for (int i = 0; i < reversed.length(); i++) {
      int at = MIRRORED.indexOf(reversed.charAt(i));
      if (at >= 0) {
        reversed.setCharAt(i, MIRRORED.charAt(at ^ 1));
      }
    }
    return reversed;
  }

  private static String clean(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    Normalizer.normalize(text, Normalizer.Form.NFC)
        .codePoints()
        .forEach(
            c -> {
              switch (Character.getType(c)) {
                case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                    clean.append(' ');
                case Character.FORMAT -> {}
                default -> {
                  if (!isVowelMark(c)) {
                    clean.appendCodePoint(c);
                  }
                }
              }
            });
    return clean.toString().strip();
  }

  /**
   * Arabic is written without these marks as well, and they need a place that only a shaper has.
   */
  private static boolean isVowelMark(int c) {
    return (c >= FIRST_VOWEL_MARK && c <= LAST_VOWEL_MARK) || c == SUPERSCRIPT_ALEF;
  }
}
