package dev.paylink.money;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TypedAmountTest {
  @ParameterizedTest
  @CsvSource({
    "12.50, ., 12.50",
    "' 12.50 ', ., 12.50",
    "'12,50', ',', 12.50",
    "'12,50', ., '12,50'",
    "١٢٫٥٠, ., 12.50",
    "１２．５, ., 12.5",
    "1e3, ., 1e3",
    "'1.234,50', ',', 1.234.50",
  })
  void a_typed_amount_becomes_a_plain_one_and_nothing_is_guessed(
      String typed, char separator, String plain) {
    assertThat(TypedAmount.plain(typed, separator)).isEqualTo(plain);
  }

  @ParameterizedTest
  @CsvSource({
    "'$1,042.07', ., ',', 1042.07",
    "'1,042.07', ., ',', 1042.07",
    "'US$12.34', ., ',', 12.34",
    "'1.042,07 €', ',', ., 1042.07",
    "'1.042,07\u00a0EUR', ',', ., 1042.07",
    "'12 345 678,90 USDC', ',', '\u00a0', 12345678.90",
    "'USD 88.80', ., ',', 88.80",
    "'١٬٠٤٢٫٠٧ USD', '\u066b', '\u066c', 1042.07",
    "1042.07, ., ',', 1042.07",
    "'10,42.07', ., ',', '10,42.07'",
    "'1,0422', ., ',', '1,0422'",
    "'1,042,07', ., ',', '1,042,07'",
    "INV-000042, ., ',', INV-000042",
    "INV000042, ., ',', INV000042",
    "order 42, ., ',', order 42",
    "2026-11-18, ., ',', 2026-11-18",
  })
  void a_shown_amount_is_searched_for_with_its_currency_and_its_groups(
      String text, char decimal, char grouping, String plain) {
    assertThat(TypedAmount.searched(text, decimal, grouping)).isEqualTo(plain);
  }
}
