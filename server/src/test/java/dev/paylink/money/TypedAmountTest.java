package dev.paylink.money;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.language.LocalFormat;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TypedAmountTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "en    | 12.50              | 12.50",
        "en    | \" 12.50 \"        | 12.50",
        "en    | 12,50              | 12,50",
        "en    | ١٢٫٥٠              | 12.50",
        "en    | １２．５            | 12.5",
        "en    | 1e3                | 1e3",
        "en    | 1,000              | 1000",
        "en    | 1,000.00           | 1000.00",
        "en    | 1,234,567.89       | 1234567.89",
        "en    | 1,2345.00          | 1,2345.00",
        "en    | 1.00,00            | 1.00,00",
        "en    | 1,00.00            | 1,00.00",
        "en    | 1000,000.00        | 1000,000.00",
        "en    | 1.000,00           | 1.000,00",
        "de    | 12,50              | 12.50",
        "de    | 1.000,00           | 1000.00",
        "de    | 1.000.000          | 1000000",
        "de    | 1.000              | 1.000",
        "de    | 1.00,00            | 1.00.00",
        "de    | 1.0000,00          | 1.0000.00",
        "de    | 1,000.00           | 1.000.00",
        "de    | 1,2345.00          | 1.2345.00",
        "de-CH | 1'000.00           | 1000.00",
        "de-CH | 1’000.00           | 1000.00",
        "es    | 1.234,50           | 1234.50",
        "es    | 1.00,00            | 1.00.00",
        "fr    | 1 234,50           | 1234.50",
        "fr    | 1\u00a0234,50      | 1234.50",
        "fr    | 12 34,50           | 12 34.50",
        "fr    | 1.234,50           | 1.234.50",
        "ar    | 1,234.50           | 1234.50",
        "ar    | 1,2345.00          | 1,2345.00",
        "ja    | 1,234              | 1234",
        "ja    | 1.00,00            | 1.00,00",
      })
  void typed_amount_becomes_a_plain_one_and_nothing_is_guessed(
      String tag, String typed, String plain) {
    assertThat(TypedAmount.plain(typed, format(tag))).isEqualTo(plain);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "en | $1,042.07           | 1042.07",
        "en | 1,042.07            | 1042.07",
        "en | US$12.34            | 12.34",
        "de | 1.042,07 €          | 1042.07",
        "de | 1.042,07\u00a0EUR   | 1042.07",
        "fr | 12 345 678,90 USDC  | 12345678.90",
        "en | USD 88.80           | 88.80",
        "ar | \u20661,042.07\u00a0USD\u2069 | 1042.07",
        "en | 1042.07             | 1042.07",
        "en | 10,42.07            | 10,42.07",
        "en | 1,0422              | 1,0422",
        "en | 1,042,07            | 1,042,07",
        "en | INV-000042          | INV-000042",
        "en | INV000042           | INV000042",
        "en | order 42            | order 42",
        "en | 2026-11-18          | 2026-11-18",
      })
  void shown_amount_is_searched_for_with_its_currency_and_its_groups(
      String tag, String text, String plain) {
    assertThat(TypedAmount.searched(text, format(tag))).isEqualTo(plain);
  }

  private static LocalFormat format(String tag) {
    return LocalFormat.of(Locale.forLanguageTag(tag.equals("ar") ? "ar-u-nu-latn" : tag));
  }
}
