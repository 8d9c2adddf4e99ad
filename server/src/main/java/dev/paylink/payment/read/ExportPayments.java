package dev.paylink.payment.read;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.PayoutId;
import dev.paylink.payment.read.OneExport.Slot;
import dev.paylink.payment.read.PaymentFilter.Window;
import dev.paylink.platform.csv.ByteOrderMark;
import dev.paylink.platform.csv.CsvLines;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.StreamedBody;
import dev.paylink.platform.json.Timestamps;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/**
 * Exports all payments that match a filter as CSV, read and written a chunk at a time: memory does
 * not grow with their number, no transaction outlives a chunk, and a slow reader holds nothing but
 * its own connection. An outage midway breaks the response off instead of ending it normally.
 */
public final class ExportPayments {
  static final int CHUNK = 1_000;

  private static final String CSV = "text/csv; charset=utf-8; header=present";

  private final Jdbi jdbi;
  private final OneExport running = new OneExport();

  public ExportPayments(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Returns the slots, which all exports of a merchant share. */
  public OneExport running() {
    return running;
  }

  public Answer handle(Request request, MerchantId merchant) {
    Set<String> names = new HashSet<>(FilterParameters.NAMES);
    names.add(ByteOrderMark.PARAMETER);
    QueryParameters query = new QueryParameters(request, names);
    PaymentFilter asked = FilterParameters.read(query);
    boolean byteOrderMark = query.flag(ByteOrderMark.PARAMETER);
    query.refuseFaults();
    PaymentFilter filter =
        jdbi.withHandle(handle -> ListPayments.resolved(handle, merchant, asked));
    Slot slot = running.require(merchant);
    try {
      // The first chunk is read before the answer begins, while it can still be a 503.
      Export export =
          new Export(merchant, filter, slot, byteOrderMark, chunk(merchant, filter, null));
      return Answer.stream(CSV, export)
          .with(Headers.CONTENT_DISPOSITION, "attachment; filename=\"payments.csv\"")
          .with(Headers.CACHE_CONTROL, "no-store");
    } catch (RuntimeException | Error e) {
      slot.close();
      throw e;
    }
  }

  private Chunk chunk(MerchantId merchant, PaymentFilter filter, @Nullable PaymentId after) {
    return jdbi.withHandle(
        handle -> Chunk.read(handle, merchant, filter, Window.olderThan(after, CHUNK)));
  }

  /** One export in progress. */
  private final class Export implements StreamedBody {
    private final MerchantId merchant;
    private final PaymentFilter filter;
    private final Slot slot;
    private final boolean byteOrderMark;
    private Chunk chunk;

    Export(
        MerchantId merchant, PaymentFilter filter, Slot slot, boolean byteOrderMark, Chunk first) {
      this.merchant = merchant;
      this.filter = filter;
      this.slot = slot;
      this.byteOrderMark = byteOrderMark;
      this.chunk = first;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      out.write(ByteOrderMark.bytes(byteOrderMark));
      out.write(Chunk.header());
      out.write(chunk.csv());
      while (chunk.isFull()) {
        slot.goOn();
        chunk = chunk(merchant, filter, chunk.last());
        out.write(chunk.csv());
      }
    }

    @Override
    public void close() {
      slot.close();
    }
  }

  /** Some rows of an export as text, and where the next rows begin. */
  private record Chunk(byte[] csv, @Nullable PaymentId last, boolean isFull) {
    private static final List<String> NAMES =
        List.of(
            "paymentId",
            "status",
            "createdAt",
            "updatedAt",
            "expiresAt",
            "amount",
            "currency",
            "reference",
            "invoiceId",
            "invoiceNumber",
            "invoiceStatus",
            "description",
            "customerName",
            "customerEmail",
            "failureReason",
            "transactionHash",
            "interface",
            "flags",
            "refundedAmount",
            "receivedAmount",
            "missingAmount",
            "payoutId");

    static byte[] header() {
      return new CsvLines().header(NAMES).bytes();
    }

    /** Reads as many rows as the window has, newest first. */
    static Chunk read(Handle handle, MerchantId merchant, PaymentFilter filter, Window window) {
      PaymentKeyQueries keys = PaymentKeyQueries.of(merchant, filter, window);
      CsvLines lines = new CsvLines();
      List<PaymentId> ids =
          handle
              .createQuery(
                  PaymentQueries.pageSql(PaymentQueries.EXPORTED, keys, window.direction()))
              .bindMap(keys.parameters())
              .map(row -> write(row, lines))
              .list();
      return new Chunk(
          lines.bytes(), ids.isEmpty() ? null : ids.getLast(), ids.size() == window.limit());
    }

    private static PaymentId write(RowView row, CsvLines lines) {
      PaymentId id = row.getColumn(1, PaymentId.class);
      lines
          .text(id.toString())
          .text(row.getColumn(2, String.class))
          .text(time(row, 3))
          .text(time(row, 4))
          .text(time(row, 5))
          .number(row.getColumn(6, BigDecimal.class))
          .text(row.getColumn(7, String.class))
          .text(row.getColumn(8, String.class))
          .text(row.getColumn(9, InvoiceId.class).toString());
      for (int column = 10; column < NAMES.size(); column++) {
        lines.text(row.getColumn(column, String.class));
      }
      PayoutId payout = row.getColumn(NAMES.size(), PayoutId.class);
      lines.text(payout == null ? null : payout.toString()).end();
      return id;
    }

    private static String time(RowView row, int column) {
      return Timestamps.format(row.getColumn(column, Instant.class));
    }
  }
}
