package dev.paylink.settlement.statement;

import dev.paylink.payout.PaidOut;
import dev.paylink.payout.Payout;
import dev.paylink.payout.PayoutFlag;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.pdf.PdfDocument;
import dev.paylink.settlement.figures.Sums;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The part of a statement's PDF about payouts; nothing for a merchant who has never had one. */
final class StatementPayoutsPdf {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final List<PdfDocument.Column> PARTS =
      List.of(
          new PdfDocument.Column("Payments", 24, false),
          new PdfDocument.Column("Gross", 19, true),
          new PdfDocument.Column("Taken back", 19, true),
          new PdfDocument.Column("Refunded", 19, true),
          new PdfDocument.Column("Net", 19, true));
  private static final List<PdfDocument.Column> PAYOUTS =
      List.of(
          new PdfDocument.Column("Date (UTC)", 11, false),
          new PdfDocument.Column("Status", 10, false),
          new PdfDocument.Column("Bank reference", 24, false),
          new PdfDocument.Column("Gross", 16, true),
          new PdfDocument.Column("Fee", 12, true),
          new PdfDocument.Column("Amount", 16, true),
          new PdfDocument.Column("Check", 11, false));

  private final LocalFormat format = LocalFormat.of(Locale.US);

  private StatementPayoutsPdf() {}

  static void write(PdfDocument paper, MonthSummary summary) {
    new StatementPayoutsPdf().writeAll(paper, summary);
  }

  private void writeAll(PdfDocument paper, MonthSummary summary) {
    if (!summary.parts().isEmpty()) {
      paper.heading("Paid out to your bank");
      paper.note(
          "The sums by currency, divided by the payouts of their payments as they are now. The"
              + " parts of a currency add up to its sums above.");
      PdfDocument.Table table = paper.table(PARTS);
      summary.parts().forEach(part -> table.row(cells(part)));
    }
    if (summary.payouts().isEmpty()) {
      return;
    }
    paper.heading("Payouts");
    paper.note(
        "Payouts that were first reported in this month, as they are now. Gross is amount plus fee.");
    long mismatches = summary.mismatches();
    if (mismatches > 0) {
      paper.warning(
          mismatches == 1
              ? "The sum of 1 payout is not what its payments brought. It is marked below."
              : "The sums of "
                  + mismatches
                  + " payouts are not what their payments brought. They are marked below.");
    }
    PdfDocument.Table table = paper.table(PAYOUTS);
    summary.payouts().forEach(payout -> table.row(cells(payout)));
    if (summary.morePayouts()) {
      paper.note(
          "These are the first " + summary.payouts().size() + " payouts. The CSV file has all.");
    }
  }

  private List<String> cells(Reconciliation.Part part) {
    Sums its = part.sums();
    String currency = part.currency();
    return List.of(
        name(part.state()),
        format.withCode(its.gross(), currency),
        format.withCode(its.takenBack(), currency),
        format.withCode(its.refunded(), currency),
        format.withCode(its.net(), currency));
  }

  private static String name(PaidOut state) {
    return switch (state) {
      case paid_out -> "Paid out";
      case under_way -> "In a payout under way";
      case not_paid_out -> "Not yet paid out";
    };
  }

  private List<String> cells(Payout payout) {
    return List.of(
        DAY.format(payout.createdAt()),
        switch (payout.status()) {
          case initiated -> "Initiated";
          case sent -> "Sent";
          case paid -> "Paid";
          case failed -> "Failed";
          case returned -> "Returned";
        },
        StatementLine.cell(payout.bankReference()),
        amount(payout.gross(), payout),
        amount(payout.fee(), payout),
        amount(payout.amount(), payout),
        check(payout));
  }

  private String amount(@Nullable BigDecimal amount, Payout payout) {
    return amount == null ? "" : format.withCode(amount, payout.currency());
  }

  private static String check(Payout payout) {
    if (payout.flags().contains(PayoutFlag.sum_mismatch)) {
      return "Sums differ";
    }
    return payout.flags().contains(PayoutFlag.reports_differ) ? "Reports differ" : "";
  }
}
