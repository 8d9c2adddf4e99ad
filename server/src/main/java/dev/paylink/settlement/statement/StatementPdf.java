package dev.paylink.settlement.statement;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.pdf.PdfDocument;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A statement as PDF: the balances on the first page, then the lines. A month with more lines than
 * a file may have is added up to its end; the further lines are in the CSV alone.
 */
final class StatementPdf {
  static final int MAX_LINES = 20_000;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MONTH =
      DateTimeFormatter.ofPattern("MMMM yyyy", Locale.ENGLISH);
  private static final List<PdfDocument.Column> LINES =
      List.of(
          new PdfDocument.Column("Time (UTC)", 13, false),
          new PdfDocument.Column("Payment", 20, false),
          new PdfDocument.Column("Invoice and reference", 18, false),
          new PdfDocument.Column("Transaction", 33, false),
          new PdfDocument.Column("Amount", 16, true));
  private static final List<PdfDocument.Column> BALANCES =
      List.of(
          new PdfDocument.Column("Token", 12, false),
          new PdfDocument.Column("Chain", 11, false),
          new PdfDocument.Column("Opening", 16, true),
          new PdfDocument.Column("Received", 16, true),
          new PdfDocument.Column("Taken back", 15, true),
          new PdfDocument.Column("Refunded", 15, true),
          new PdfDocument.Column("Closing", 16, true));

  private final LocalFormat format = LocalFormat.of(Locale.US);
  private long count;

  private StatementPdf() {}

  static byte[] print(
      StatementFile file, YearMonth month, String businessName, byte @Nullable [] logo) {
    String title = "Statement " + month;
    return PdfDocument.print(
        new PdfDocument.About(title, Language.EN, ReadStatements.start(month), true),
        paper -> new StatementPdf().write(paper, file, month, businessName, logo));
  }

  private void write(
      PdfDocument paper,
      StatementFile file,
      YearMonth month,
      String businessName,
      byte @Nullable [] logo) {
    PdfDocument.Table lines = paper.table(LINES);
    Collection<Balance> balances =
        file.forEach(
            line -> {
              if (++count <= MAX_LINES) {
                lines.row(cells(line));
              }
            });
    paper.turnToFront();
    paper.letterhead(logo, businessName, month.toString(), false);
    paper.title("Statement", MONTH.format(month));
    paper.note(
        "Every transfer that reached you in this month (UTC), whatever became of its payment, and"
            + " every refund, with a negative amount. What was taken back has a line of its own."
            + " Other movements of your wallet are not known here.");
    PdfDocument.Table table = paper.table(BALANCES);
    balances.forEach(its -> table.row(cells(its)));
    if (count == 0) {
      paper.note("Nothing moved in this month.");
    }
    if (count > MAX_LINES) {
      paper.note(
          "The first " + MAX_LINES + " of " + count + " lines follow. The CSV file has all lines.");
    }
  }

  private List<String> cells(StatementLine line) {
    Long logIndex = line.logIndex();
    return List.of(
        TIME.format(line.at().truncatedTo(ChronoUnit.SECONDS)),
        StatementLine.cell(line.paymentId()),
        joined(" · ", line.invoiceNumber(), line.reference()),
        joined(
            " · ",
            switch (line.kind()) {
              case opening, received, closing -> null;
              case taken_back -> "Taken back";
              case refunded -> "Refund " + line.refundId();
              case refund_taken_back -> "Taken back: refund " + line.refundId();
            },
            line.reason(),
            line.chainId() == 0 ? null : "chain " + line.chainId(),
            line.hash(),
            logIndex == null ? null : "log " + logIndex),
        amount(line.amount()) + ' ' + (line.token().isEmpty() ? unit(line) : line.token()));
  }

  private static String unit(StatementLine line) {
    return StatementLine.cell(line.currency());
  }

  private List<String> cells(Balance its) {
    return List.of(
        its.token().isEmpty() ? "unknown" : its.token(),
        its.chainId() == 0 ? "unknown" : Long.toString(its.chainId()),
        amount(its.opening()),
        amount(its.received()),
        amount(its.takenBack()),
        amount(its.refunded()),
        amount(its.closing()));
  }

  private String amount(BigDecimal amount) {
    return format.number(Balance.exact(amount));
  }

  private static String joined(String by, @Nullable String... parts) {
    StringBuilder joined = new StringBuilder();
    for (String part : parts) {
      if (part != null && !part.isEmpty()) {
        joined.append(joined.isEmpty() ? "" : by).append(part);
      }
    }
    return joined.toString();
  }
}
