package dev.paylink.money;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CurrenciesTest {
  private static final Currency USD = new Currency("USD", 2, List.of("USDC", "USDT"));
  private static final Currency EUR = new Currency("EUR", 2, List.of("EURC"));
  private static final Currencies CURRENCIES = new Currencies(List.of(USD, EUR));

  @Test
  void the_first_is_the_default_and_the_order_is_kept() {
    assertThat(CURRENCIES.standard()).isEqualTo(USD);
    assertThat(CURRENCIES.codes()).containsExactly("USD", "EUR");
    assertThat(new Currencies(List.of(EUR, USD)).standard()).isEqualTo(EUR);
  }

  @Test
  void a_currency_is_found_by_its_exact_code() {
    assertThat(CURRENCIES.find("EUR")).isEqualTo(EUR);
    for (String unknown : List.of("eur", "EUR ", "", "GBP", "USDC")) {
      assertThat(CURRENCIES.find(unknown)).isNull();
    }
  }
}
