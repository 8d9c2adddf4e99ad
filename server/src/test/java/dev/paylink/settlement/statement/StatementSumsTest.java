package dev.paylink.settlement.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.settlement.figures.Sums;
import java.math.BigDecimal;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Lines of a statement add up to what the merchant has: what came, less what went. */
final class StatementSumsTest {
  @Test
  void money_counts_once_and_its_return_takes_it_away() {
    Sums came = line(StatementLine.Kind.received, "12.50").sums();
    assertThat(came.gross()).isEqualTo(new BigDecimal("12.50"));
    assertThat(came.net()).isEqualTo(new BigDecimal("12.50"));
    Sums gone = came.plus(line(StatementLine.Kind.taken_back, "-12.50").sums());
    assertThat(gone.gross()).isEqualTo(new BigDecimal("12.50"));
    assertThat(gone.takenBack()).isEqualTo(new BigDecimal("12.50"));
    assertThat(gone.refunded()).isZero();
    assertThat(gone.net()).isZero();
    assertThat(gone.isEmpty()).isFalse();
  }

  @Test
  void refund_comes_off_the_sum_and_returns_if_it_is_undone() {
    Sums sums =
        line(StatementLine.Kind.received, "13.00")
            .sums()
            .plus(line(StatementLine.Kind.refunded, "-2.00").sums());
    assertThat(sums)
        .isEqualTo(
            new Sums(new BigDecimal("13.00"), new BigDecimal("0.00"), 1, new BigDecimal("2.00")));
    assertThat(sums.net()).isEqualTo(new BigDecimal("11.00"));
    Sums undone = sums.plus(line(StatementLine.Kind.refund_taken_back, "2.00").sums());
    assertThat(undone)
        .isEqualTo(
            new Sums(new BigDecimal("13.00"), new BigDecimal("0.00"), 0, new BigDecimal("0.00")));
    assertThat(undone.net()).isEqualTo(new BigDecimal("13.00"));
  }

  @Test
  void sums_have_the_decimals_of_the_longest() {
    Sums sums =
        line(StatementLine.Kind.received, "1")
            .sums()
            .plus(line(StatementLine.Kind.taken_back, "-0.001").sums());
    assertThat(sums.gross().toPlainString()).isEqualTo("1.000");
    assertThat(sums.net().toPlainString()).isEqualTo("0.999");
    assertThat(Sums.NONE.isEmpty()).isTrue();
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
