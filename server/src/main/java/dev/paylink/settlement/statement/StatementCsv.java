package dev.paylink.settlement.statement;

import dev.paylink.money.Networks;
import dev.paylink.payout.Payout;
import dev.paylink.platform.csv.CsvLines;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.settlement.statement.StatementLine.InPayout;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes the rows of a statement as CSV, all with the same columns. */
final class StatementCsv {
  private static final List<String> NAMES =
      List.of(
          "type",
          "at",
          "paymentId",
          "invoiceNumber",
          "reference",
          "amount",
          "currency",
          "chainId",
          "transactionHash",
          "logIndex",
          "reason",
          "refundId",
          "token",
          "network",
          "customer",
          "payoutId",
          "payoutStatus",
          "payoutGross",
          "payoutFee",
          "bankReference",
          "payoutFlags");

  private StatementCsv() {}

  static byte[] header() {
    return new CsvLines().header(NAMES).bytes();
  }

  /** Returns rows of money that moved, and of balances. */
  static byte[] lines(List<StatementLine> lines, Networks networks) {
    CsvLines csv = new CsvLines();
    for (StatementLine line : lines) {
      InPayout payout = line.payout();
      csv.text(line.kind().name())
          .text(Timestamps.format(line.at()))
          .text(StatementLine.cell(line.paymentId()))
          .text(line.invoiceNumber())
          .text(line.reference())
          .number(Balance.exact(line.amount()))
          .text(line.currency())
          .text(line.chain())
          .text(line.hash())
          .text(StatementLine.cell(line.logIndex()))
          .text(line.reason())
          .text(StatementLine.cell(line.refundId()))
          .text(line.token())
          .text(line.network(networks))
          .text(line.customer())
          .text(payout == null ? null : payout.id().toString())
          .text(payout == null ? null : payout.status().name());
      payoutSums(csv, null, null, null, null);
    }
    return csv.bytes();
  }

  /** Returns a row for each part: its net sum, at the end of the month. */
  static byte[] parts(List<Reconciliation.Part> parts, Instant at) {
    CsvLines csv = new CsvLines();
    for (Reconciliation.Part part : parts) {
      csv.text(part.state().name()).text(Timestamps.format(at));
      empty(csv, 3).number(part.sums().net()).text(part.currency());
      payoutSums(empty(csv, 10), null, null, null, null);
    }
    return csv.bytes();
  }

  /** Returns a row for each payout: what reaches the bank account. */
  static byte[] payouts(List<Payout> payouts) {
    CsvLines csv = new CsvLines();
    for (Payout payout : payouts) {
      csv.text("payout").text(Timestamps.format(payout.createdAt()));
      empty(csv, 2).text(payout.payoutRef()).number(payout.amount()).text(payout.currency());
      empty(csv, 8).text(payout.id().toString()).text(payout.status().name());
      payoutSums(
          csv,
          payout.gross(),
          payout.fee(),
          payout.bankReference(),
          payout.flags().stream().map(Enum::name).collect(Collectors.joining(" ")));
    }
    return csv.bytes();
  }

  private static void payoutSums(
      CsvLines csv,
      @Nullable BigDecimal gross,
      @Nullable BigDecimal fee,
      @Nullable String bankReference,
      @Nullable String flags) {
    csv.number(gross).number(fee).text(bankReference).text(flags).end();
  }

  private static CsvLines empty(CsvLines csv, int cells) {
    for (int i = 0; i < cells; i++) {
      csv.text(null);
    }
    return csv;
  }
}
