package dev.paylink.payment.read;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.read.PaymentFilter.Window;
import dev.paylink.platform.csv.CsvLines;
import dev.paylink.platform.json.Timestamps;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** Some rows of an export as text, and where the next rows begin. */
record ExportChunk(byte[] csv, @Nullable PaymentId last, boolean isFull) {
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
          "refundedAmount");

  static byte[] header() {
    return new CsvLines().header(NAMES).bytes();
  }

  /** Reads as many rows as the window has, newest first. */
  static ExportChunk read(Handle handle, MerchantId merchant, PaymentFilter filter, Window window) {
    PaymentKeyQueries keys = PaymentKeyQueries.of(merchant, filter, window);
    CsvLines lines = new CsvLines();
    List<PaymentId> ids =
        handle
            .createQuery(PaymentQueries.pageSql(PaymentQueries.EXPORTED, keys, window.direction()))
            .bindMap(keys.parameters())
            .map(row -> write(row, lines))
            .list();
    return new ExportChunk(
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
    for (int column = 10; column <= NAMES.size(); column++) {
      lines.text(row.getColumn(column, String.class));
    }
    lines.end();
    return id;
  }

  private static String time(RowView row, int column) {
    return Timestamps.format(row.getColumn(column, Instant.class));
  }
}
