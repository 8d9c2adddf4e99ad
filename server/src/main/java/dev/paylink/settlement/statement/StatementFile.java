package dev.paylink.settlement.statement;

import dev.paylink.ids.MerchantId;
import dev.paylink.payment.read.OneExport.Slot;
import dev.paylink.platform.csv.CsvLines;
import dev.paylink.platform.http.StreamedBody;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.settlement.statement.StatementQueries.Chunk;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The lines of one statement, read a chunk at a time while the export's slot is held, which is
 * closed with it. It begins with what there was in each token and ends with what there is then: the
 * last is the sum of all lines before it. As CSV it is written while it is read.
 */
final class StatementFile implements StreamedBody {
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
          "customer");

  private final ReadStatements read;
  private final MerchantId merchant;
  private final YearMonth month;
  private final Slot slot;
  private final TreeMap<String, Balance> balances = new TreeMap<>();
  private Chunk chunk;

  StatementFile(ReadStatements read, MerchantId merchant, YearMonth month, Slot slot) {
    this.read = read;
    this.merchant = merchant;
    this.month = month;
    this.slot = slot;
    read.openings(merchant, month).forEach(it -> balances.put(place(it.chainId(), it.token()), it));
    this.chunk = read.first(merchant, month);
  }

  private static String place(long chainId, String token) {
    return "%020d %s".formatted(chainId, token);
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    out.write(new CsvLines().header(NAMES).bytes());
    out.write(csv(openings()));
    do {
      count();
      out.write(csv(chunk.lines()));
    } while (goOn());
    out.write(csv(closings()));
  }

  /** Gives the movements to that consumer, one after the other; returns the balances after them. */
  Collection<Balance> forEach(Consumer<StatementLine> consumer) {
    do {
      count();
      chunk.lines().forEach(consumer);
    } while (goOn());
    return balances.values();
  }

  private List<StatementLine> openings() {
    return balances.values().stream()
        .map(it -> StatementLine.opening(it, ReadStatements.start(month)))
        .toList();
  }

  private List<StatementLine> closings() {
    return balances.values().stream()
        .map(it -> StatementLine.closing(it, ReadStatements.start(month.plusMonths(1))))
        .toList();
  }

  private void count() {
    for (StatementLine line : chunk.lines()) {
      balances.compute(
          place(line.chainId(), line.token()),
          (place, before) ->
              (before == null
                      ? Balance.opening(line.chainId(), line.token(), BigDecimal.ZERO)
                      : before)
                  .with(line));
    }
  }

  private boolean goOn() {
    if (chunk.next() == null) {
      return false;
    }
    slot.goOn();
    chunk = read.next(merchant, month, chunk.next());
    return true;
  }

  private static byte[] csv(List<StatementLine> lines) {
    CsvLines csv = new CsvLines();
    for (StatementLine line : lines) {
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
          .text(line.network())
          .text(line.customer())
          .end();
    }
    return csv.bytes();
  }

  @Override
  public void close() {
    slot.close();
  }
}
