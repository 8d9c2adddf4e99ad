package dev.paylink.platform.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LocalFormatTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "en    | 1234.50    | USD  | $1,234.50",
        "de    | 1234.50    | EUR  | 1.234,50_€",
        "de-CH | 1234.50    | EUR  | EUR_1’234.50",
        "fr    | 1234.50    | EUR  | 1_234,50_€",
        "ja    | 1234       | JPY  | ￥1,234",
        "ar    | 1234.50    | USD  | \u20661,234.50_USD\u2069",
        "en    | 0.00000001 | BTCX | 0.00000001_BTCX",
        "en    | 0.500000000000000000 | ETH | 0.50_ETH",
        "de    | 0.000000000000000000 | ETH | 0,00_ETH",
        "ar    | 1.250100   | USDC | \u20661.2501_USDC\u2069",
        "ar    | 1.500      | BHD  | \u20661.500_BHD\u2069",
        "en    | 12         | ETH  | 12_ETH",
      })
  void an_amount_is_written_as_the_reader_is_used_to(
      String tag, BigDecimal amount, String currency, String expected) {
    assertThat(format(tag).amount(amount, currency).replace('\u00a0', '_')).isEqualTo(expected);
  }

  @Test
  void no_digit_of_the_largest_amount_is_lost() {
    assertThat(format("en").amount(new BigDecimal("999999999999999.99"), "USD"))
        .isEqualTo("$999,999,999,999,999.99");
  }

  @Test
  void a_time_says_that_it_is_utc() {
    // Between date and time each version of the locale data has its own word.
    assertThat(format("de").time(Instant.parse("2026-01-02T03:04:05Z")))
        .startsWith("2. Januar 2026")
        .endsWith("03:04 UTC");
  }

  private static LocalFormat format(String tag) {
    Language language = Language.choose(tag, null);
    return new LocalFormat(language == Language.EN ? Locale.US : language.formats(tag));
  }
}
