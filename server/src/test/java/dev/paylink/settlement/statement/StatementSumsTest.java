package dev.paylink.settlement.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.settlement.figures.Sums;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
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

  @Test
  void sums_of_a_month_have_the_decimals_of_their_currency() {
    Reconciliation month =
        new Reconciliation(
            new Currencies(
                List.of(
                    new Currency("USD", 2, List.of()),
                    new Currency("JPY", 0, List.of()),
                    new Currency("KWD", 3, List.of()))));
    month.add(line(StatementLine.Kind.received, "1234.000000", "JPY"));
    month.add(line(StatementLine.Kind.received, "12.5", "KWD"));
    month.add(line(StatementLine.Kind.received, "10", "USD"));
    month.add(line(StatementLine.Kind.received, "0.000001", "USD"));
    month.add(line(StatementLine.Kind.received, "7", "GONE"));
    assertThat(month.totals().values().stream().map(sums -> sums.gross().toPlainString()))
        .containsExactly("7.00", "1234", "12.500", "10.000001");
    assertThat(
            month.parts().stream()
                .filter(part -> part.sums().isEmpty())
                .map(part -> part.currency() + " " + part.sums().net().toPlainString()))
        .containsOnly("GONE 0.00", "JPY 0", "KWD 0.000", "USD 0.00");
    assertThat(new String(StatementCsv.parts(month.parts(), Instant.EPOCH), StandardCharsets.UTF_8))
        .as("as the CSV has them, where a program reads the same as in the summary")
        .contains(",,,,1234,JPY,", ",,,,12.500,KWD,", ",,,,10.000001,USD,", ",,,,7.00,GONE,")
        .contains(",,,,0,JPY,", ",,,,0.000,KWD,");
    LocalFormat format = LocalFormat.of(Locale.US);
    assertThat(
            month.totals().entrySet().stream()
                .map(total -> format.withCode(total.getValue().gross(), total.getKey())))
        .as("as pages write them")
        .containsExactly(
            "7.00\u00a0GONE", "1,234\u00a0JPY", "12.500\u00a0KWD", "10.000001\u00a0USD");
  }

  private static StatementLine line(StatementLine.Kind kind, String amount) {
    return line(kind, amount, "USD");
  }

  private static StatementLine line(StatementLine.Kind kind, String amount, String currency) {
    return new StatementLine(
        kind,
        Instant.EPOCH,
        null,
        null,
        "INV-1",
        null,
        new BigDecimal(amount),
        currency,
        8453,
        "USDC",
        null,
        null,
        null,
        null,
        null);
  }
}
