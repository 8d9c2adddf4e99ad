package dev.paylink.settlement.statement;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.pdf.PdfDocument;
import dev.paylink.settlement.figures.Sums;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
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

  /** So that most lines of a statement are one line of text; the CSV has everything whole. */
  private static final int MAX_CUSTOMER = 16;

  private static final int HASH_END = 6;

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MONTH =
      DateTimeFormatter.ofPattern("MMMM yyyy", Locale.ENGLISH);
  private static final List<PdfDocument.Column> LINES =
      List.of(
          new PdfDocument.Column("Date (UTC)", 11, false),
          new PdfDocument.Column("Type", 9, false),
          new PdfDocument.Column("Customer", 15, false),
          new PdfDocument.Column("Invoice and reference", 20, false),
          new PdfDocument.Column("Paid in", 14, false),
          new PdfDocument.Column("Transaction", 13, false),
          new PdfDocument.Column("Amount", 18, true));
  private static final List<PdfDocument.Column> SUMS =
      List.of(
          new PdfDocument.Column("Currency", 10, false),
          new PdfDocument.Column("Payments", 10, true),
          new PdfDocument.Column("Gross", 20, true),
          new PdfDocument.Column("Taken back", 20, true),
          new PdfDocument.Column("Refunded", 20, true),
          new PdfDocument.Column("Net", 20, true));

  private final LocalFormat format = LocalFormat.of(Locale.US);
  private final SortedMap<String, Sums> sums = new TreeMap<>();
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
    file.forEach(
        (line, customer) -> {
          sums.merge(line.currency(), line.sums(), Sums::plus);
          if (++count <= MAX_LINES) {
            lines.row(cells(line, customer));
          }
        });
    paper.turnToFront();
    paper.letterhead(logo, businessName, month.toString(), false);
    paper.title("Statement", MONTH.format(month));
    paper.note(
        "Gross is what was settled in this month (UTC). A payment whose success was taken back"
            + " later has a second line. Refunds have a line each. Both are negative in the lines."
            + " Net is gross less taken back less refunded.");
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

  private List<String> cells(StatementLine line, @Nullable String customer) {
    return List.of(
        DAY.format(line.at()),
        joined(
            " · ",
            switch (line.kind()) {
              case settled -> "Settled";
              case taken_back -> "Taken back";
              case refunded -> "Refunded";
            },
            line.reason()),
        customer == null ? "" : shortened(customer, MAX_CUSTOMER),
        joined(" · ", line.invoiceNumber(), line.reference()),
        joined(" · ", line.token(), line.network()),
        line.hash() == null ? "" : hash(line.hash()),
        amount(line.amount(), line.currency()));
  }

  /** Returns the ends of a hash, by which it is found in the CSV and on the network. */
  private static String hash(String hash) {
    return hash.length() <= 2 * HASH_END
        ? hash
        : hash.substring(0, HASH_END) + "…" + hash.substring(hash.length() - HASH_END + 2);
  }

  private static String shortened(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }

  private List<String> cells(String currency, Sums its) {
    return List.of(
        currency,
        Long.toString(its.payments()),
        amount(its.gross(), currency),
        amount(its.takenBack(), currency),
        amount(its.refunded(), currency),
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
