package dev.paylink.dashboard.payments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.web.Form;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a form shows in a language is what it reads in that language. */
final class AmountFieldsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "en | 49.90    | 49.90",
        "en | 49,90    | 49,90",
        "de | 49,90    | 49.90",
        "de | 49.90    | 49.90",
        "de | 1.000,00 | 1000.00",
        "de | 1.00,00  | 1.00.00",
        "fr | 49,90    | 49.90",
        "ja | 49.90    | 49.90",
      })
  void amount_has_the_decimal_sign_of_its_language(String tag, String typed, String plain) {
    Form form = Form.filled(Map.of("amount", typed));
    assertThat(AmountFields.plain(form, format(tag), "amount", "other").value("amount"))
        .isEqualTo(plain);
    assertThat(form.value("amount")).isEqualTo(typed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "en | 5, 10.50     | 5, 10.50",
        "de | 5, 10,50     | 5, 10.50",
        "de | 5; 10,50;20  | 5, 10.50, 20",
        "de | 5 10,50      | 5, 10.50",
        "de | 1.000,00; 2.000,00 | 1000.00, 2000.00",
        "fr | 5,00         | 5.00",
        "fr | 1 000,00; 2 000,00 | 1000.00, 2000.00",
        "en | 5,10,25      | 5,10,25",
        "en | 1,000.00, 2,000.00 | 1000.00, 2000.00",
      })
  void list_of_amounts_is_read_as_its_language_writes_it(String tag, String typed, String plain) {
    Form form = Form.filled(Map.of("amounts", typed));
    assertThat(AmountFields.plainList(form, format(tag), "amounts").value("amounts"))
        .isEqualTo(plain);
  }

  @ParameterizedTest
  @CsvSource({"en", "de", "es", "fr", "ja", "ar"})
  void amounts_that_a_form_shows_are_read_as_they_are(String tag) {
    List<BigDecimal> amounts = List.of(new BigDecimal("1234.50"), new BigDecimal("7"));
    Form form = Form.filled(Map.of("amounts", AmountFields.typed(amounts, format(tag))));
    assertThat(AmountFields.plainList(form, format(tag), "amounts").value("amounts"))
        .isEqualTo("1234.50, 7");
    Form one = Form.filled(Map.of("amount", format(tag).typed(amounts.getFirst())));
    assertThat(AmountFields.plain(one, format(tag), "amount").value("amount")).isEqualTo("1234.50");
  }

  private static LocalFormat format(String tag) {
    return LocalFormat.of(Locale.forLanguageTag(tag));
  }
}
