package dev.paylink.payment.remind;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.LinkToken;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.binary.BinaryCopy;
import dev.paylink.platform.web.Paint;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** The payments whose customers are to be reminded. Handles belong to the caller's transaction. */
public final class ReminderStore {
  private static final String COPY =
      "copy payment_reminder (merchant_id, payment_id, due_at) from stdin binary";
  // Deleted by the transaction that stores the letter: of two nodes one gets the row, and a node
  // that dies in between leaves it.
  static final String TAKE =
      """
      delete from payment_reminder where (payment_id, merchant_id) in (
        select payment_id, merchant_id from payment_reminder
         where due_at <= :now order by due_at limit :most for update skip locked)
      returning merchant_id, payment_id
      """;
  // The share lock waits for a transaction that is just confirming the payment. Whether it is still
  // open is no condition here: its index of open payments would be walked instead of the key.
  static final String OPEN =
      """
      select p.id, p.status, p.amount, p.currency, p.link_token, p.locale, p.expires_at, i.number,
             i.description, i.customer_email, i.customer_name, m.business_name, m.brand_color
        from payment p
        join invoice i on i.id = p.invoice_id and i.merchant_id = p.merchant_id
        join merchant m on m.id = p.merchant_id
       where p.id = :payment and p.merchant_id = :merchant and i.merchant_id = :merchant and %s
         and i.status = 'open' and i.customer_email is not null and m.reminder_hours is not null
         and coalesce(p.send_invoice, m.send_invoices)
         and m.email_proven_at is not null and m.verification <> 'Suspended'
         for share of p
      """
          .formatted(Shards.onlyNamed("p.merchant_id"));

  /** A payment whose customer is to be reminded. */
  public record Due(MerchantId merchantId, PaymentId paymentId, Instant at) {}

  /** A payment that is still to be paid, and its customer. */
  record Open(
      PaymentId id,
      PaymentStatus status,
      @Nullable BigDecimal amount,
      String currency,
      LinkToken linkToken,
      @Nullable String locale,
      Instant expiresAt,
      String invoiceNumber,
      @Nullable String description,
      String email,
      @Nullable String name,
      String merchant,
      @Nullable Paint color) {}

  /** Notes reminders of new payments. */
  public void add(Connection connection, List<Due> reminders) throws SQLException {
    if (reminders.isEmpty()) {
      return;
    }
    BinaryCopy copy = new BinaryCopy(3);
    for (Due due : reminders) {
      copy.row().uuid(due.merchantId.value()).uuid(due.paymentId.value()).timestamp(due.at);
    }
    copy.send(connection, COPY);
  }

  /** Takes reminders that are due; they are gone unless the transaction fails. */
  List<Due> take(Handle handle, Instant now, int most) {
    return handle
        .createQuery(TAKE)
        .bind("now", now.atOffset(ZoneOffset.UTC))
        .bind("most", most)
        .map(
            row ->
                new Due(
                    row.getColumn("merchant_id", MerchantId.class),
                    row.getColumn("payment_id", PaymentId.class),
                    now))
        .list();
  }

  /** Returns the payment if it can still be paid and its merchant still wants the reminder. */
  @Nullable Open open(Handle handle, Due due, Instant now) {
    return handle
        .createQuery(OPEN)
        .bind("payment", due.paymentId)
        .bind("merchant", due.merchantId)
        .bind("only", Shards.of(handle).only(due.merchantId.value()))
        .map(ReminderStore::open)
        .findOne()
        .filter(open -> open.status == PaymentStatus.created && open.expiresAt.isAfter(now))
        .orElse(null);
  }

  private static Open open(RowView row) {
    String color = row.getColumn("brand_color", String.class);
    return new Open(
        row.getColumn("id", PaymentId.class),
        PaymentStatus.valueOf(row.getColumn("status", String.class)),
        row.getColumn("amount", BigDecimal.class),
        row.getColumn("currency", String.class),
        new LinkToken(row.getColumn("link_token", byte[].class)),
        row.getColumn("locale", String.class),
        row.getColumn("expires_at", Instant.class),
        row.getColumn("number", String.class),
        row.getColumn("description", String.class),
        row.getColumn("customer_email", String.class),
        row.getColumn("customer_name", String.class),
        row.getColumn("business_name", String.class),
        color == null ? null : new Paint(color));
  }
}
