package dev.paylink.settlement.statement;

import dev.paylink.ids.MerchantId;
import dev.paylink.payment.read.OneExport.Slot;
import dev.paylink.platform.csv.CsvLines;
import dev.paylink.platform.http.StreamedBody;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.settlement.statement.StatementQueries.Chunk;
import java.io.IOException;
import java.io.OutputStream;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one statement, read a chunk at a time while the export's slot is held, which is
 * closed with it. As CSV it is written while it is read.
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
  private Chunk chunk;

  StatementFile(ReadStatements read, MerchantId merchant, YearMonth month, Slot slot) {
    this.read = read;
    this.merchant = merchant;
    this.month = month;
    this.slot = slot;
    this.chunk = read.first(merchant, month);
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    out.write(new CsvLines().header(NAMES).bytes());
    out.write(csv());
    while (goOn()) {
      out.write(csv());
    }
  }

  /** Gives all lines to that consumer, one after the other, each with its customer or null. */
  void forEach(BiConsumer<StatementLine, @Nullable String> consumer) {
    do {
      Map<String, String> customers = read.customers(merchant, chunk.lines());
      chunk.lines().forEach(line -> consumer.accept(line, customers.get(line.paymentId())));
    } while (goOn());
  }

  private boolean goOn() {
    if (chunk.next() == null) {
      return false;
    }
    slot.goOn();
    chunk = read.next(merchant, month, chunk.next());
    return true;
  }

  private byte[] csv() {
    CsvLines csv = new CsvLines();
    Map<String, String> customers = read.customers(merchant, chunk.lines());
    for (StatementLine line : chunk.lines()) {
      csv.text(line.kind().name())
          .text(Timestamps.format(line.at()))
          .text(line.paymentId())
          .text(line.invoiceNumber())
          .text(line.reference())
          .number(line.amount())
          .text(line.currency())
          .text(line.chainId())
          .text(line.hash())
          .text(line.logIndex())
          .text(line.reason())
          .text(line.refundId())
          .text(line.token())
          .text(line.network())
          .text(customers.get(line.paymentId()))
          .end();
    }
    return csv.bytes();
  }

  @Override
  public void close() {
    slot.close();
  }
}
