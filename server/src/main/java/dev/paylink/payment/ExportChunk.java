package dev.paylink.payment;

import dev.paylink.invoice.InvoiceId;
import dev.paylink.merchant.MerchantId;
import dev.paylink.payment.PaymentFilter.Window;
import dev.paylink.platform.csv.CsvLines;
import dev.paylink.platform.json.Timestamps;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Some rows of an export, as text, and where the next ones begin. */
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
          "interface");
  static final String COLUMNS =
      """
      p.id, p.status, p.created_at, p.updated_at, p.expires_at, p.amount, p.currency, p.reference,
      p.invoice_id, i.number, i.status, i.description, i.customer_name, i.customer_email,
      p.failure_reason, p.transaction ->> 'hash', p.interface
      """;

  static byte[] header() {
    return new CsvLines().header(NAMES).bytes();
  }

  /** Newest first, as many as the window has. */
  static ExportChunk read(Handle handle, MerchantId merchant, PaymentFilter filter, Window window) {
    PaymentKeys keys = PaymentKeys.of(merchant, filter, window);
    CsvLines lines = new CsvLines();
    List<UUID> ids =
        handle
            .createQuery(PaymentQueries.pageSql(COLUMNS, keys, window.direction()))
            .bindMap(keys.parameters())
            .map((row, context) -> write(row, lines))
            .list();
    return new ExportChunk(
        lines.bytes(),
        ids.isEmpty() ? null : new PaymentId(ids.getLast()),
        ids.size() == window.limit());
  }

  private static UUID write(ResultSet row, CsvLines lines) throws SQLException {
    UUID id = row.getObject(1, UUID.class);
    lines
        .text(new PaymentId(id).toString())
        .text(row.getString(2))
        .text(time(row, 3))
        .text(time(row, 4))
        .text(time(row, 5))
        .number(row.getBigDecimal(6))
        .text(row.getString(7))
        .text(row.getString(8))
        .text(new InvoiceId(row.getObject(9, UUID.class)).toString());
    for (int column = 10; column <= NAMES.size(); column++) {
      lines.text(row.getString(column));
    }
    lines.end();
    return id;
  }

  private static String time(ResultSet row, int column) throws SQLException {
    return Timestamps.format(row.getObject(column, OffsetDateTime.class).toInstant());
  }
}
