package dev.paylink.settlement.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Balances are what there was, and what moved since: what came, less what went. */
final class BalanceTest {
  private static final Balance EMPTY = Balance.opening(8453, "USDC", BigDecimal.ZERO);

  @Test
  void what_came_counts_and_what_went_comes_off() {
    Balance balance =
        Balance.opening(8453, "USDC", new BigDecimal("100"))
            .with(line(StatementLine.Kind.received, "12.50"))
            .with(line(StatementLine.Kind.taken_back, "-2.50"))
            .with(line(StatementLine.Kind.refunded, "-30"))
            .with(line(StatementLine.Kind.refund_taken_back, "5"));
    assertThat(balance.opening()).isEqualByComparingTo("100");
    assertThat(balance.received()).isEqualByComparingTo("12.50");
    assertThat(balance.takenBack()).isEqualByComparingTo("-2.50");
    assertThat(balance.refunded()).isEqualByComparingTo("-25");
    assertThat(balance.closing()).isEqualByComparingTo("85");
  }

  @Test
  void balance_of_nothing_is_empty_and_one_whose_money_came_and_went_is_not() {
    assertThat(EMPTY.isEmpty()).isTrue();
    Balance back =
        EMPTY
            .with(line(StatementLine.Kind.received, "1"))
            .with(line(StatementLine.Kind.taken_back, "-1"));
    assertThat(back.closing()).isZero();
    assertThat(back.isEmpty()).isFalse();
  }

  @Test
  void balances_are_no_movements() {
    StatementLine closing = StatementLine.closing(EMPTY, Instant.EPOCH);
    assertThatThrownBy(() -> EMPTY.with(closing)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"50.000000, 50.00", "0.000001, 0.000001", "-7, -7.00", "1E+3, 1000.00"})
  void amount_is_exact_with_two_decimals_at_least(String amount, String shown) {
    assertThat(Balance.exact(new BigDecimal(amount)).toPlainString()).isEqualTo(shown);
  }

  private static StatementLine line(StatementLine.Kind kind, String amount) {
    return new StatementLine(
        kind,
        Instant.EPOCH,
        null,
        null,
        "INV-1",
        null,
        new BigDecimal(amount),
        "USD",
        8453,
        "USDC",
        null,
        null,
        null,
        null,
        null);
  }
}
