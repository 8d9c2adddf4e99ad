package dev.paylink.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PaintTest {
  /** Every fifth step of each channel, so also black, white and the greys between. */
  @Test
  void every_colour_has_an_ink_that_reads() {
    for (int red = 0; red < 256; red += 5) {
      for (int green = 0; green < 256; green += 5) {
        for (int blue = 0; blue < 256; blue += 5) {
          Paint paint = new Paint("#%02x%02x%02x".formatted(red, green, blue));
          assertThat(paint.contrast(paint.ink())).as(paint.hex()).isGreaterThanOrEqualTo(4.5);
        }
      }
    }
  }

  /** The contrasts are those of the WCAG's own examples. */
  @ParameterizedTest
  @CsvSource({
    "#000000, #ffffff, 21.0",
    "#ffffff, #000000, 21.0",
    "#777777, #ffffff, 4.48",
    "#0000ff, #ffffff, 8.59",
    "#ffff00, #000000, 19.56"
  })
  void contrast_is_the_usual_one(String color, String other, double contrast) {
    assertThat(Math.round(new Paint(color).contrast(other) * 100) / 100.0).isEqualTo(contrast);
  }

  @ParameterizedTest
  @CsvSource({"#000000, #ffffff", "#ffffff, #000000", "#777777, #000000", "#757575, #ffffff"})
  void ink_is_the_one_that_contrasts_more(String color, String ink) {
    assertThat(new Paint(color).ink()).isEqualTo(ink);
  }

  @Test
  void letters_may_be_large_and_are_stored_small() {
    assertThat(Paint.parse("#0A7F5a")).isEqualTo(new Paint("#0a7f5a"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "red", "#fff", "0a7f5a", "#0a7f5g", "#0a7f5a;", "#0a7f5a\n", "#0a7f5a00"})
  void what_is_no_colour_is_none(String text) {
    assertThat(Paint.parse(text)).isNull();
  }

  @Test
  void stylesheet_has_the_colour_and_its_ink_and_nothing_else() {
    assertThat(new String(new Paint("#ffee00").css(), StandardCharsets.US_ASCII))
        .contains("--brand: #ffee00;", "--on-brand: #000000;")
        .matches("(?s):root \\{[^{}]*}\\s*");
  }
}
