package dev.paylink.payment.create;

import dev.paylink.ids.Id;
import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.read.CreatedPayment;
import dev.paylink.payment.read.LinkToken;
import dev.paylink.payment.read.PaymentStatus;
import dev.paylink.platform.db.BinaryCopy;
import dev.paylink.platform.db.RowsByKey;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.web.Paint;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Inserts payments for the writer and finds them by idempotency key. Plain JDBC with {@code copy}:
 * every create passes here, many in one transaction. Connections belong to the caller's
 * transaction.
 */
public final class PaymentStore {
  /**
   * Reads the invoice's amount: if that is open, the payment's own amount is the payer's choice.
   */
  public static final String FIND_BY_KEYS =
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

  private static final String COPY =
      """
      copy payment (merchant_id, id, invoice_id, status, amount, currency, reference, interface,
                    metadata, success_url, cancel_url, locale, payee, link_token,
                    idempotency_key, request_hash, customer_email,
                    created_at, updated_at, expires_at, link_id)
      from stdin binary
      """;
  private static final int COPY_COLUMNS = 21;

  private static final String SENDERS =
      """
      select id, business_name, brand_color, reminder_hours from merchant
       where id = any(?) and email_proven_at is not null
      """;

  /** A merchant as letters to its customers show it; {@code reminderHours} is null for never. */
  record Sender(String name, @Nullable Paint color, @Nullable Integer reminderHours) {}

  /** The merchant and key that make a create unique. */
  record IdempotencyKey(MerchantId merchantId, String key) {}

  /** A payment found under its key, with the hash of the bytes that made it. */
  record Stored(CreatedPayment payment, byte[] requestHash) {}

  /** A payment to insert. */
  record Row(
      NewPayment asked, CreatedPayment payment, String payee, @Nullable String customerEmail) {}

  Map<IdempotencyKey, Stored> findByKeys(
      Connection connection, Shards shards, List<IdempotencyKey> keys) throws SQLException {
    Map<IdempotencyKey, Stored> found = new HashMap<>();
    try (PreparedStatement find = connection.prepareStatement(FIND_BY_KEYS)) {
      find.setArray(
          1,
          connection.createArrayOf(
              "uuid", Id.values(keys.stream().map(IdempotencyKey::merchantId).toList())));
      find.setArray(
          2, connection.createArrayOf("text", keys.stream().map(IdempotencyKey::key).toArray()));
      for (Object[] only :
          shards.limits(() -> Id.values(keys.stream().map(IdempotencyKey::merchantId).toList()))) {
        Shards.bind(find, 3, 6, only);
        try (ResultSet row = find.executeQuery()) {
          while (row.next()) {
            found.put(
                new IdempotencyKey(new MerchantId(row.getObject(1, UUID.class)), row.getString(2)),
                new Stored(payment(row), row.getBytes(3)));
          }
        }
      }
    }
    return found;
  }

  private static CreatedPayment payment(ResultSet row) throws SQLException {
    return new CreatedPayment(
        new PaymentId(row.getObject(4, UUID.class)),
        new InvoiceId(row.getObject(5, UUID.class)),
        row.getString(6),
        new LinkToken(row.getBytes(7)),
        row.getBigDecimal(8),
        row.getString(9),
        row.getString(10),
        row.getString(11),
        row.getString(12),
        row.getString(13),
        row.getObject(14, OffsetDateTime.class).toInstant(),
        row.getObject(15, OffsetDateTime.class).toInstant());
  }

  void insert(Connection connection, List<Row> rows) throws SQLException {
    BinaryCopy copy = new BinaryCopy(COPY_COLUMNS);
    for (Row row : rows) {
      CreatedPayment payment = row.payment();
      CreatePaymentCommand command = row.asked().command();
      copy.row()
          .uuid(row.asked().merchantId().value())
          .uuid(payment.paymentId().value())
          .uuid(payment.invoiceId().value())
          .text(PaymentStatus.created.name())
          .numeric(payment.amount())
          .text(payment.currency())
          .text(payment.reference())
          .text(command.interfaceName())
          .bytes(metadata(command.metadata()))
          .text(command.successUrl())
          .text(command.cancelUrl())
          .text(command.locale())
          .text(row.payee())
          .bytes(payment.linkToken().bytes())
          .text(row.asked().idempotencyKey())
          .bytes(row.asked().requestHash())
          .text(row.customerEmail())
          .timestamp(payment.createdAt())
          .timestamp(payment.createdAt())
          .timestamp(payment.expiresAt())
          .uuid(row.asked().link() == null ? null : row.asked().link().value());
    }
    copy.send(connection, COPY);
  }

  /** Returns those of the merchants that may write to customers: their own address is proven. */
  Map<MerchantId, Sender> senders(Connection connection, List<MerchantId> merchants)
      throws SQLException {
    Map<MerchantId, Sender> senders = new HashMap<>();
    RowsByKey.each(
        connection,
        SENDERS,
        Id.values(merchants),
        row -> senders.put(new MerchantId(row.getObject(1, UUID.class)), sender(row)));
    return senders;
  }

  private static Sender sender(ResultSet row) throws SQLException {
    String color = row.getString(3);
    return new Sender(
        row.getString(2), color == null ? null : new Paint(color), row.getObject(4, Integer.class));
  }

  /** Returns the JSON text that every reader is given, in the order it was sent. */
  private static byte @Nullable [] metadata(Map<String, String> pairs) {
    return pairs.isEmpty() ? null : Json.objectOf(pairs);
  }
}
