package dev.paylink.platform.pdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines as they are seen; every character is as wide as any other. */
final class PdfTextTest {
  @Test
  void words_wrap_and_a_word_that_is_too_long_is_cut() {
    assertThat(lines("to be or not", 5)).containsExactly("to be", "or", "not");
    assertThat(lines("1234567890123 x", 5)).containsExactly("12345", "67890", "123 x");
    assertThat(lines("a 123456", 5)).containsExactly("a", "12345", "6");
    assertThat(lines("東京都千代田区", 3)).containsExactly("東京都", "千代田", "区");
    assertThat(lines(" \n\t ", 5)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\u202Eab", "\u2066ab\u2069", "a\u200Fb", "a\u200Bb", "\uFEFFab", "a\u00ADb"})
  void marks_that_cannot_be_seen_are_taken_out(String text) {
    assertThat(lines(text, 10)).containsExactly("ab");
  }

  @Test
  void control_characters_are_spaces() {
    assertThat(lines("a\nb\u0000c\u2028d", 10)).containsExactly("a b c d");
  }

  /** Right to left: the first letter stands at the end. The forms are final, medial, initial. */
  @ParameterizedTest
  @CsvSource({
    "بيت, \uFE96\uFEF4\uFE91", // three letters that join
    "دار, \uFEAD\uFE8D\uFEA9", // three that do not
    "لا, \uFEFB", // a ligature
    "سلام, \uFEE1\uFEFC\uFEB3", // the same within a word
    "چ, \uFB7A", // a Persian letter
  })
  void arabic_letters_are_joined(String text, String seen) {
    assertThat(lines(text, 10)).containsExactly(seen);
  }

  @Test
  void arabic_without_its_vowel_marks_is_still_joined() {
    assertThat(lines("بَيْت", 10)).isEqualTo(lines("بيت", 10));
  }

  @Test
  void number_and_latin_name_keep_their_order_within_right_to_left() {
    assertThat(lines("בית 123 abc", 20)).containsExactly("abc 123 תיב");
    assertThat(lines("ב (1)", 20)).containsExactly("(1) ב");
    assertThat(PdfText.inDocument("abc ב", true).lines(20, c -> 1)).containsExactly("ב abc");
  }

  private static List<String> lines(String text, int width) {
    return new PdfText(text).lines(width, c -> 1);
  }
}
