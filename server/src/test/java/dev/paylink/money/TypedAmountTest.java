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
}
