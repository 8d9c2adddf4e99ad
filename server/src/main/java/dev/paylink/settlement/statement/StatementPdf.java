package dev.paylink.settlement.statement;

import dev.paylink.money.Networks;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.pdf.PdfDocument;
import dev.paylink.settlement.figures.Sums;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A statement as PDF: sums, balances and payouts, then the lines, which begin on the same page. A
 * month with more lines than a file may have is added up to its end; the further lines are in the
 * CSV alone.
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
          new PdfDocument.Column("Type", 11, false),
          new PdfDocument.Column("Customer", 18, false),
          new PdfDocument.Column("Invoice and reference", 22, false),
          new PdfDocument.Column("Network", 12, false),
          new PdfDocument.Column("Transaction", 13, false),
          new PdfDocument.Column("Amount", 17, true));
  private static final List<PdfDocument.Column> SUMS =
      List.of(
          new PdfDocument.Column("Currency", 16, false),
          new PdfDocument.Column("Gross", 21, true),
          new PdfDocument.Column("Taken back", 21, true),
          new PdfDocument.Column("Refunded", 21, true),
          new PdfDocument.Column("Net", 21, true));
  private static final List<PdfDocument.Column> BALANCES =
      List.of(
          new PdfDocument.Column("Token", 10, false),
          new PdfDocument.Column("Network", 14, false),
          new PdfDocument.Column("Opening", 16, true),
          new PdfDocument.Column("Received", 16, true),
          new PdfDocument.Column("Taken back", 14, true),
          new PdfDocument.Column("Refunded", 14, true),
          new PdfDocument.Column("Closing", 16, true));

  private final LocalFormat format = LocalFormat.of(Locale.US);
  private final Networks networks;
  private final KeptRows lines;
  private long count;

  private StatementPdf(Networks networks, KeptRows lines) {
    this.networks = networks;
    this.lines = lines;
  }

  static byte[] print(
      StatementFile file, YearMonth month, String businessName, byte @Nullable [] logo) {
    String title = "Statement " + month;
    return PdfDocument.print(
        new PdfDocument.About(title, Language.EN, ReadStatements.start(month), false),
        paper -> {
          try (KeptRows lines = new KeptRows(LINES.size())) {
            new StatementPdf(file.networks(), lines).write(paper, file, month, businessName, logo);
          }
        });
  }

  private void write(
      PdfDocument paper,
      StatementFile file,
      YearMonth month,
      String businessName,
      byte @Nullable [] logo) {
    Collection<Balance> balances =
        file.forEach(
            line -> {
              if (++count <= MAX_LINES) {
                lines.add(cells(line));
              }
            });
    SortedMap<String, Sums> sums = file.totals();
    paper.letterhead(logo, businessName, month.toString(), false);
    paper.title("Statement", MONTH.format(month));
    paper.note(
        "Every transfer that reached you in this month (UTC), whatever the outcome of its payment, and"
            + " every refund. What was taken back has a line of its own. Refunds and what was taken"
            + " back are negative in the lines. Other movements of your wallet are not known here.");
    if (count == 0) {
      paper.note("Nothing moved in this month.");
    }
    if (!sums.isEmpty()) {
      paper.heading("Sums by currency");
      paper.note("Net is gross less taken back less refunded.");
      PdfDocument.Table table = paper.table(SUMS);
      sums.forEach((currency, its) -> table.row(cells(currency, its)));
    }
    if (!balances.isEmpty()) {
      paper.heading("Balances by token");
      PdfDocument.Table table = paper.table(BALANCES);
      balances.forEach(its -> table.row(cells(its)));
    }
    StatementPayoutsPdf.write(paper, file.summary());
    if (count == 0) {
      return;
    }
    paper.heading("Lines");
    if (count > MAX_LINES) {
      paper.note(
          "The first " + MAX_LINES + " of " + count + " lines follow. The CSV file has all lines.");
    }
    PdfDocument.Table table = paper.table(LINES);
    lines.forEach(table::row);
  }

  private List<String> cells(StatementLine line) {
    String customer = line.customer();
    String hash = line.hash();
    return List.of(
        DAY.format(line.at()),
        joined(
            switch (line.kind()) {
              case received -> "Received";
              case taken_back -> "Taken back";
              case refunded -> "Refunded";
              case refund_taken_back -> "Refund taken back";
              case opening, closing -> throw new IllegalArgumentException(line.kind().name());
            },
            line.reason()),
        customer == null ? "" : shortened(customer),
        joined(line.invoiceNumber(), line.reference()),
        StatementLine.cell(line.network(networks)),
        hash == null ? "" : ends(hash),
        format.withCode(
            Balance.exact(line.amount()),
            line.token().isEmpty() ? StatementLine.cell(line.currency()) : line.token()));
  }

  /** Returns the ends of a hash, by which it is found in the CSV and on the network. */
  private static String ends(String hash) {
    return hash.substring(0, HASH_END) + "…" + hash.substring(hash.length() - HASH_END + 2);
  }

  private static String shortened(String customer) {
    return customer.codePointCount(0, customer.length()) <= MAX_CUSTOMER
        ? customer
        : customer.substring(0, customer.offsetByCodePoints(0, MAX_CUSTOMER - 1)) + "…";
  }

  private List<String> cells(String currency, Sums its) {
    return List.of(
        currency,
        format.withCode(its.gross(), currency),
        format.withCode(its.takenBack(), currency),
        format.withCode(its.refunded(), currency),
        format.withCode(its.net(), currency));
  }

  private List<String> cells(Balance its) {
    return List.of(
        its.token().isEmpty() ? "unknown" : its.token(),
        its.chainId() == 0 ? "unknown" : networks.label(its.chainId()),
        amount(its.opening()),
        amount(its.received()),
        amount(its.takenBack().negate()),
        amount(its.refunded().negate()),
        amount(its.closing()));
  }

  private String amount(BigDecimal amount) {
    return format.number(Balance.exact(amount));
  }

  private static String joined(@Nullable String... parts) {
    StringBuilder joined = new StringBuilder();
    for (String part : parts) {
      if (part != null && !part.isEmpty()) {
        joined.append(joined.isEmpty() ? "" : " · ").append(part);
      }
    }
    return joined.toString();
  }
}
