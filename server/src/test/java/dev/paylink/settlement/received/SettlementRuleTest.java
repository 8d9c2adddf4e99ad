package dev.paylink.settlement.received;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Fields;
import dev.paylink.settlement.accept.RuleLimits;
import dev.paylink.settlement.accept.SettlementRuleParser;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much a rule forgives, and what is too little to be told: to the last unit. */
final class SettlementRuleTest {
  @ParameterizedTest
  @CsvSource({
    // percent, amount, asked, received, forgiven
    "1, 2.00, 100.00, 99.00, true",
    "1, 2.00, 100.00, 98.999999, false",
    "1, 2.00, 1000.00, 998.00, true",
    "1, 2.00, 1000.00, 997.999999, false",
    "1, 0, 100.00, 99.999999, false",
    "0, 2.00, 100.00, 99.999999, false",
    "100, 100.00, 100.00, 0, false",
    "0.5, 10.00, 100.00, 99.50, true",
    "0.5, 10.00, 100.00, 99.49, false",
  })
  void rest_is_forgiven_within_both_bounds_alone(
      BigDecimal percent,
      BigDecimal amount,
      BigDecimal asked,
      BigDecimal received,
      boolean forgiven) {
    SettlementRule rule = new SettlementRule(percent, amount, BigDecimal.ZERO, Map.of());
    assertThat(rule.forgives(asked, received)).isEqualTo(forgiven);
  }

  @ParameterizedTest
  @CsvSource({
    // floor, asked, sum, dust
    "0, 1000.00, 1.00, false",
    "0, 1000.00, 0.999999, true",
    "5.00, 1000.00, 5.00, false",
    "5.00, 1000.00, 4.99, true",
    "0, 0.01, 0.00001, false",
  })
  void dust_is_below_a_thousandth_or_the_merchants_floor(
      BigDecimal floor, BigDecimal asked, BigDecimal sum, boolean dust) {
    SettlementRule rule = new SettlementRule(BigDecimal.ZERO, BigDecimal.ZERO, floor, Map.of());
    assertThat(rule.isDust(asked, sum)).isEqualTo(dust);
  }

  @Test
  void nothing_is_dust_and_never_forgiven() {
    assertThat(SettlementRule.NONE.isDust(BigDecimal.TEN, null)).isTrue();
    assertThat(SettlementRule.NONE.isDust(BigDecimal.TEN, BigDecimal.ZERO)).isTrue();
    assertThat(SettlementRule.NONE.forgives(BigDecimal.TEN, BigDecimal.TEN)).isFalse();
    assertThat(
            new SettlementRule(BigDecimal.TEN, BigDecimal.TEN, BigDecimal.ZERO, Map.of())
                .forgives(null, BigDecimal.ONE))
        .isFalse();
  }

  @Test
  void amount_that_need_not_be_final_is_refused_where_every_network_waits() {
    byte[] body =
        """
        {"toleratedPercent":"0","toleratedAmount":"0","safeUpTo":{"USD":"50.00"}}
        """
            .getBytes(StandardCharsets.UTF_8);
    Currencies dollars = new Currencies(List.of(new Currency("USD", 2, List.of("USDC"))));
    RuleLimits waiting = new RuleLimits(5, List.of(), dollars);
    RuleLimits early = new RuleLimits(5, List.of("Base"), dollars);
    assertThatThrownBy(
            () -> new SettlementRuleParser(waiting).parse(Fields.parse(body), SettlementRule.NONE))
        .isInstanceOf(Rejection.class);
    assertThat(
            new SettlementRuleParser(early)
                .parse(Fields.parse(body), SettlementRule.NONE)
                .safeUpTo())
        .containsExactly(Map.entry("USD", new BigDecimal("50.00")));
  }
}
