package dev.paylink.settlement.statement;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.pdf.PdfDocument;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A statement as PDF: the sums by currency on the first page, then the lines. A month with more
 * lines than a file may have is added up to its end; the further lines are in the CSV alone.
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
  private static final List<PdfDocument.Column> SUMS =
      List.of(
          new PdfDocument.Column("Currency", 9, false),
          new PdfDocument.Column("Settled", 8, true),
          new PdfDocument.Column("Amount", 18, true),
          new PdfDocument.Column("Taken back", 11, true),
          new PdfDocument.Column("Amount", 18, true),
          new PdfDocument.Column("Refunds", 9, true),
          new PdfDocument.Column("Amount", 18, true),
          new PdfDocument.Column("Sum", 18, true));

  private final LocalFormat format = LocalFormat.of(Locale.US);
  private final SortedMap<String, Sums> sums = new TreeMap<>();
  private long count;

  private StatementPdf() {}

  /** What the lines of a currency add up to. */
  static final class Sums {
    private long settled;
    private long takenBack;
    private long refunds;
    private BigDecimal in = BigDecimal.ZERO;
    private BigDecimal back = BigDecimal.ZERO;
    private BigDecimal refunded = BigDecimal.ZERO;

    void add(StatementLine line) {
      BigDecimal amount = line.amount() == null ? BigDecimal.ZERO : line.amount();
      switch (line.kind()) {
        case settled -> {
          settled++;
          in = in.add(amount);
        }
        case taken_back -> {
          takenBack++;
          back = back.add(amount);
        }
        case refunded -> {
          refunds++;
          refunded = refunded.add(amount);
        }
      }
    }

    /** What is left: the other two are negative. */
    BigDecimal net() {
      return in.add(back).add(refunded);
    }
  }

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
    file.forEach(
        line -> {
          sums.computeIfAbsent(line.currency(), currency -> new Sums()).add(line);
          if (++count <= MAX_LINES) {
            lines.row(cells(line));
          }
        });
    paper.turnToFront();
    paper.letterhead(logo, businessName, month.toString(), false);
    paper.title("Statement", MONTH.format(month));
    paper.note(
        "Payments that were settled in this month (UTC). A payment whose success was taken back"
            + " later has a second line. Refunds have a line each, with a negative amount.");
    PdfDocument.Table table = paper.table(SUMS);
    sums.forEach((currency, its) -> table.row(cells(currency, its)));
    if (sums.isEmpty()) {
      paper.note("Nothing was settled in this month.");
    }
    if (count > MAX_LINES) {
      paper.note(
          "The first " + MAX_LINES + " of " + count + " lines follow. The CSV file has all lines.");
    }
  }

  private List<String> cells(StatementLine line) {
    List<String> cells = new ArrayList<>();
    cells.add(TIME.format(line.at().truncatedTo(ChronoUnit.SECONDS)));
    cells.add(line.paymentId());
    cells.add(joined(" · ", line.invoiceNumber(), line.reference()));
    cells.add(
        joined(
            " · ",
            switch (line.kind()) {
              case settled -> null;
              case taken_back -> "Taken back";
              case refunded -> "Refund " + line.refundId();
            },
            line.reason(),
            line.chainId() == null ? null : "chain " + line.chainId(),
            line.hash(),
            line.logIndex() == null ? null : "log " + line.logIndex()));
    cells.add(amount(line.amount(), line.currency()));
    return cells;
  }

  private List<String> cells(String currency, Sums its) {
    return List.of(
        currency,
        Long.toString(its.settled),
        amount(its.in, currency),
        Long.toString(its.takenBack),
        amount(its.back, currency),
        Long.toString(its.refunds),
        amount(its.refunded, currency),
        amount(its.net(), currency));
  }

  private String amount(@Nullable BigDecimal amount, String currency) {
    return amount == null ? currency : format.number(amount) + ' ' + currency;
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
