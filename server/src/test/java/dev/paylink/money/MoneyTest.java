package dev.paylink.money;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Seeded;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MoneyTest {
  private static final String NOT_PLAIN = "must be a plain decimal such as \"125.50\"";
  private static final String NOT_POSITIVE = "must be greater than zero";

  @ParameterizedTest
  @CsvSource({
    "125.50, 2, 125.50",
    "125.5, 2, 125.50",
    "125, 2, 125.00",
    "0.01, 2, 0.01",
    "0.1, 2, 0.10",
    "1, 0, 1",
    "1.0, 1, 1.0",
    "0.00000001, 8, 0.00000001",
    "0.000000000000000001, 18, 0.000000000000000001",
    "999999999999999, 0, 999999999999999",
    "999999999999999.99, 2, 999999999999999.99",
    "999999999999999.999999999999999999, 18, 999999999999999.999999999999999999",
  })
  void a_plain_positive_amount_gets_the_decimals_of_its_currency(
      String text, int decimals, String amount) {
    assertThat(parse(text, decimals)).isEqualTo(new Money.Parsed.Amount(new BigDecimal(amount)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.0", "0.00", "0.000", "-1", "-0.01", "-0", "-"})
  void nothing_and_less_is_refused(String text) {
    assertWrong(parse(text, 2), NOT_POSITIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1 ",
        " 1",
        "1.",
        ".5",
        ".",
        "01",
        "00.5",
        "+1",
        "1e2",
        "1E2",
        "1.0e0",
        "1,5",
        "1_000",
        "1 000",
        "1'000",
        "0x1",
        "NaN",
        "Infinity",
        "1.5.0",
        "1..5",
        "１",
        "٣",
        "1\n",
        "\n1",
        "1\0",
        "one",
        "$1",
        "1 USD",
        "−1",
        "1/2",
        "null",
      })
  void anything_that_is_not_plain_digits_is_refused(String text) {
    assertWrong(parse(text, 2), NOT_PLAIN);
  }

  @ParameterizedTest
  @CsvSource({"0.001, 2", "1.000, 2", "1.0, 0", "0.000000001, 8", "125.505, 2"})
  void more_decimals_than_the_currency_has_are_refused_even_zeros(String text, int decimals) {
    assertWrong(parse(text, decimals), "has more than the " + decimals + " decimals of XXX");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1000000000000000", "9999999999999999.99", "10000000000000000000000"})
  void more_than_fifteen_digits_before_the_point_are_refused(String text) {
    assertWrong(parse(text, 2), "has more than 15 digits before the decimal point");
  }

  @Test
  void a_number_as_long_as_a_body_is_refused_without_being_read() {
    assertThat(parse("1".repeat(60_000), 2)).isInstanceOf(Money.Parsed.Wrong.class);
    assertThat(parse("1." + "0".repeat(60_000), 2)).isInstanceOf(Money.Parsed.Wrong.class);
  }

  @Test
  void any_amount_survives_being_written_and_read() {
    Random random = Seeded.random(MoneyTest.class);
    for (int i = 0; i < 10_000; i++) {
      int decimals = random.nextInt(19);
      BigInteger limit = BigInteger.TEN.pow(15 + decimals);
      BigInteger unscaled = new BigInteger(1 + random.nextInt(110), random).mod(limit);
      BigDecimal amount = new BigDecimal(unscaled.max(BigInteger.ONE), decimals);
      assertThat(parse(amount.toPlainString(), decimals))
          .isEqualTo(new Money.Parsed.Amount(amount));
    }
  }

  private static Money.Parsed parse(String text, int decimals) {
    return Money.parse(text, new Currency("XXX", decimals, List.of("XXC")));
  }

  private static void assertWrong(Money.Parsed parsed, String message) {
    assertThat(parsed)
        .isInstanceOfSatisfying(
            Money.Parsed.Wrong.class,
            wrong -> assertThat(wrong.message().english()).isEqualTo(message));
  }
}
