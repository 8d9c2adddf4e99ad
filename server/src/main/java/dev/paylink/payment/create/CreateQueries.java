package dev.paylink.payment.create;

import dev.paylink.ids.Id;
import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.CreatePaymentCommand;
import dev.paylink.payment.CreatedPayment;
import dev.paylink.payment.LinkToken;
import dev.paylink.platform.db.RowsByKey;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.db.binary.BinaryArray;
import dev.paylink.platform.web.Paint;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a create depends on. Plain JDBC: every create passes here, many in one transaction.
 * Connections belong to the caller's transaction.
 */
final class CreateQueries {
  /**
   * Reads the invoice's amount: if that is open, the payment's own amount is the payer's choice.
   */
  private static final String FIND_BY_KEYS =
      """
      select f.*
        from unnest(?::uuid[], ?::text[]) as k (merchant_id, idempotency_key)
       cross join lateral (
             select p.merchant_id, p.idempotency_key, p.request_hash,
                    p.id, p.invoice_id, i.number, p.link_token, i.amount, p.currency, p.reference,
                    i.description, i.customer_name, i.customer_email, p.expires_at, p.created_at
               from payment p
               join invoice i on i.id = p.invoice_id and i.merchant_id = p.merchant_id
              where p.idempotency_key = k.idempotency_key and p.merchant_id = k.merchant_id
                and %s and %s
             offset 0) f
      """
          .formatted(Shards.only("p.merchant_id"), Shards.only("i.merchant_id"));

  private static final String SENDERS =
      """
      select id, business_name, brand_color, reminder_hours, send_invoices from merchant
       where id = any(?) and email_proven_at is not null
      """;

  /** A merchant as letters to its customers show it; {@code reminderHours} is null for never. */
  record Sender(
      String name, @Nullable Paint color, @Nullable Integer reminderHours, boolean sendInvoices) {
    /**
     * Tells whether the customer of this payment gets letters: its own choice, else the merchant's.
     */
    boolean writesTo(CreatePaymentCommand command) {
      return Objects.requireNonNullElse(command.sendInvoice(), sendInvoices);
    }
  }

  /** The merchant and key that make a create unique. */
  record IdempotencyKey(MerchantId merchantId, String key) {}

  /** A payment found under its key, with the hash of the bytes that made it. */
  record Stored(CreatedPayment payment, byte[] requestHash) {}

  Map<IdempotencyKey, Stored> findByKeys(Tx tx, List<IdempotencyKey> keys) throws SQLException {
    Map<IdempotencyKey, Stored> found = new HashMap<>();
    try (PreparedStatement find = tx.connection().prepareStatement(FIND_BY_KEYS)) {
      find.setArray(
          1,
          BinaryArray.uuids(
              tx.connection(), Id.values(keys.stream().map(IdempotencyKey::merchantId).toList())));
      find.setArray(
          2,
          BinaryArray.of(
              tx.connection(), "text", keys.stream().map(IdempotencyKey::key).toArray()));
      for (Object[] only :
          tx.shards()
              .limits(() -> Id.values(keys.stream().map(IdempotencyKey::merchantId).toList()))) {
        Shards.bind(find, 3, 6, only);
        try (ResultSet row = find.executeQuery()) {
          while (row.next()) {
            found.put(
                new IdempotencyKey(
                    new MerchantId(row.getObject("merchant_id", UUID.class)),
                    row.getString("idempotency_key")),
                new Stored(payment(row), row.getBytes("request_hash")));
          }
        }
      }
    }
    return found;
  }

  private static CreatedPayment payment(ResultSet row) throws SQLException {
    return new CreatedPayment(
        new PaymentId(row.getObject("id", UUID.class)),
        new InvoiceId(row.getObject("invoice_id", UUID.class)),
        row.getString("number"),
        new LinkToken(row.getBytes("link_token")),
        row.getBigDecimal("amount"),
        row.getString("currency"),
        row.getString("reference"),
        row.getString("description"),
        row.getString("customer_name"),
        row.getString("customer_email"),
        row.getObject("expires_at", OffsetDateTime.class).toInstant(),
        row.getObject("created_at", OffsetDateTime.class).toInstant());
  }

  /** Returns those of the merchants that may write to customers: their own address is proven. */
  Map<MerchantId, Sender> senders(Connection connection, List<MerchantId> merchants)
      throws SQLException {
    Map<MerchantId, Sender> senders = new HashMap<>();
    RowsByKey.each(
        connection,
        SENDERS,
        Id.values(merchants),
        row -> senders.put(new MerchantId(row.getObject("id", UUID.class)), sender(row)));
    return senders;
  }

  private static Sender sender(ResultSet row) throws SQLException {
    String color = row.getString("brand_color");
    return new Sender(
        row.getString("business_name"),
        color == null ? null : new Paint(color),
        row.getObject("reminder_hours", Integer.class),
        row.getBoolean("send_invoices"));
  }
}
