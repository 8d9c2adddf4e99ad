package dev.paylink.payment;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.PayoutId;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.db.binary.BinaryCopy;
import dev.paylink.platform.db.binary.ColumnArrays;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.SearchText;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * Everything that writes payments. Connections and handles belong to the caller's transaction.
 *
 * <ul>
 *   <li>Plain JDBC with {@code copy} and {@code unnest} where every create and outcome passes, many
 *       in one transaction.
 *   <li>A payment's status changes only in a transaction that holds its merchant's event counter,
 *       and only from the status that was read.
 * </ul>
 */
public final class PaymentStore {
  private static final String COPY =
      """
      copy payment (merchant_id, id, invoice_id, status, amount, currency, reference, interface,
                    metadata, success_url, cancel_url, locale, payee, link_token,
                    idempotency_key, request_hash, customer_name, customer_email, customer_folded,
                    created_at, updated_at, expires_at, link_id, send_invoice)
      from stdin binary
      """;
  private static final int COPY_COLUMNS = 24;
  private static final String UPDATE =
      """
      update payment p
         set status = u.status, amount = u.amount, failure_reason = u.failure_reason,
             transaction = u.transaction::json, updated_at = u.updated_at, received = u.received,
             partly_paid = u.partly_paid, flags = u.flags
        from unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::numeric[], ?::text[], ?::text[],
                    ?::timestamptz[], ?::numeric[], ?::boolean[], ?::text[])
             as u (merchant_id, id, expected, status, amount, failure_reason, transaction,
                   updated_at, received, partly_paid, flags)
       where p.id = u.id and p.merchant_id = u.merchant_id and p.status = u.expected and %s
      """
          .formatted(Shards.only("p.merchant_id"));
  // The refunded sum is stored with the payment, so that reading a payment reads no refunds.
  private static final String ADD_UP =
      """
      update payment
         set refunded = (select sum(r.amount) from refund r
                          where r.payment_id = :payment and r.merchant_id = :merchant and r.status = 'settled'
                            and r.currency = payment.currency)
       where id = :payment and merchant_id = :merchant
      """;
  // Refunds are asked for under this lock of the payment: none comes before the end of the
  // transaction.
  private static final String LOCK =
      "select id from payment where id = ? and merchant_id = ? for no key update";
  private static final String GIVEN_BACK =
      """
      select coalesce(sum(r.amount), 0) from refund r
        join payment p on p.id = r.payment_id and p.merchant_id = r.merchant_id and p.currency = r.currency
       where r.payment_id = ? and r.merchant_id = ? and (r.open or r.status = 'settled')
      """;
  // Open pages look at the time alone.
  private static final String CHOOSE =
      """
      update payment
         set amount = :amount,
             updated_at = greatest(updated_at, :at)
       where id = :id and merchant_id = :merchantId and amount is null and status = 'created'
      """;
  private static final String IS_CHOSEN =
      """
      select exists (select from payment where id = :id and merchant_id = :merchantId
                        and amount = :amount and status = 'created')
      """;
  private static final String OF_EMAIL =
      """
      select id, invoice_id, customer_email as email from payment
       where merchant_id = :merchant and customer_email is not null
         and lower(customer_email) collate "C" = lower(cast(:email as text)) and customer_email = :email
       limit :most
      """;
  private static final String OF_PAYMENT =
      """
      select id, invoice_id, customer_email as email from payment
       where id = :payment and merchant_id = :merchant
      """;
  private static final String ERASE =
      """
      update payment set customer_name = null, customer_email = null, customer_folded = null, metadata = null
       where id = any(:payments) and merchant_id = :merchant
      """;

  // Only under the merchant's event counter, so what was read before is still so.
  private static final String MOVE_PAYOUT =
      """
      update payment set payout_id = cast(:after as uuid)
       where id = any(:payments) and merchant_id = :merchant
         and payout_id is not distinct from cast(:before as uuid)
      """;

  /** A payment to insert. */
  public record Row(
      NewPayment asked, CreatedPayment payment, String payee, @Nullable String customerEmail) {}

  /** A payment as it was read and as it will be stored. */
  public record Change(Payment before, Payment after) {
    /** Returns the flags that no other column tells; null if there are none. */
    private @Nullable String marks() {
      return PaymentFlag.text(after.money().with(PaymentFlag.duplicate, false).marks());
    }
  }

  /** A payment, its invoice and the address that its customer gave. */
  public record OfCustomer(PaymentId id, InvoiceId invoiceId, @Nullable String email) {}

  public void insert(Connection connection, List<Row> rows) throws SQLException {
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
          .text(payment.customerName())
          .text(row.customerEmail())
          .text(payment.customerName() == null ? null : SearchText.of(payment.customerName()))
          .timestamp(payment.createdAt())
          .timestamp(payment.createdAt())
          .timestamp(payment.expiresAt())
          .uuid(row.asked().link() == null ? null : row.asked().link().value())
          .bool(command.sendInvoice());
    }
    copy.send(connection, COPY);
  }

  /** Stores outcomes; throws if a payment is not as it was read. */
  public void update(Tx.Together together, List<Change> changes) {
    if (changes.isEmpty()) {
      return;
    }
    Tx tx = together.tx();
    together.update(
        UPDATE,
        (update, before) -> {
          ColumnArrays<Change> columns =
              new ColumnArrays<>(tx.connection(), update, before, changes);
          columns.set(1, "uuid", change -> change.after.merchantId().value());
          columns.set(2, "uuid", change -> change.after.id().value());
          columns.set(3, "text", change -> change.before.status().name());
          columns.set(4, "text", change -> change.after.status().name());
          columns.set(5, "numeric", change -> change.after.amount());
          columns.set(6, "text", change -> change.after.failureReason());
          columns.set(7, "text", change -> change.after.transaction());
          columns.set(8, "timestamptz", change -> change.after.updatedAt());
          columns.set(9, "numeric", change -> change.after.money().amount());
          columns.set(10, "boolean", change -> change.after.hasPart());
          columns.set(11, "text", change -> change.marks());
          Shards.bind(
              update,
              before + 12,
              before + 13,
              tx.shards()
                  .only(
                      changes.stream()
                          .map(change -> change.after.merchantId().value())
                          .distinct()
                          .toList()));
        },
        updated -> {
          if (updated != changes.size()) {
            throw new IllegalStateException(
                updated + " of " + changes.size() + " payments were as they had been read");
          }
        });
  }

  /** Recomputes the sum of the settled refunds of a payment. */
  public void addUp(Handle handle, MerchantId merchant, PaymentId payment) {
    handle.createUpdate(ADD_UP).bind("merchant", merchant).bind("payment", payment).execute();
  }

  /** Locks the payment: nothing is done with its refunds until the end of the transaction. */
  public void lock(Connection connection, Payment payment) throws SQLException {
    try (PreparedStatement lock = of(connection, LOCK, payment)) {
      lock.execute();
    }
  }

  /** Returns what was given back of its currency, or may be; that stays so until the end. */
  public BigDecimal givenBack(Connection connection, Payment payment) throws SQLException {
    lock(connection, payment);
    try (PreparedStatement sum = of(connection, GIVEN_BACK, payment);
        ResultSet row = sum.executeQuery()) {
      row.next(); // a sum has one row
      return row.getBigDecimal(1);
    }
  }

  private static PreparedStatement of(Connection connection, String sql, Payment payment)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setObject(1, payment.id().value());
    statement.setObject(2, payment.merchantId().value());
    return statement;
  }

  /** Sets the amount; returns false if the payment has one or no longer takes a choice. */
  public boolean choose(Handle handle, Payment payment, BigDecimal amount) {
    // Later than before even if the clock that wrote it is ahead.
    Instant later = payment.updatedAt().plusMillis(1);
    Instant now = Instant.now();
    return of(handle.createUpdate(CHOOSE), payment, amount)
            .bind("at", now.isAfter(later) ? now : later)
            .execute()
        == 1;
  }

  /** Returns whether exactly this amount was chosen. */
  public boolean isChosen(Handle handle, Payment payment, BigDecimal amount) {
    return of(handle.createQuery(IS_CHOSEN), payment, amount).mapTo(Boolean.class).one();
  }

  private static <T extends SqlStatement<T>> T of(T statement, Payment payment, BigDecimal amount) {
    return statement
        .bind("merchantId", payment.merchantId())
        .bind("id", payment.id())
        .bind("amount", amount);
  }

  /** Returns some payments of the customer with this address. */
  public List<OfCustomer> ofCustomer(Handle handle, MerchantId merchant, String email, int most) {
    return handle
        .createQuery(OF_EMAIL)
        .bind("merchant", merchant)
        .bind("email", email)
        .bind("most", most)
        .mapTo(OfCustomer.class)
        .list();
  }

  /** Returns the payment; null if the merchant has no such payment. */
  public @Nullable OfCustomer ofCustomer(Handle handle, MerchantId merchant, PaymentId payment) {
    return handle
        .createQuery(OF_PAYMENT)
        .bind("merchant", merchant)
        .bind("payment", payment)
        .mapTo(OfCustomer.class)
        .findOne()
        .orElse(null);
  }

  /** Removes address and metadata; {@code of} no longer finds these payments by address. */
  public void erase(Handle handle, MerchantId merchant, List<PaymentId> payments) {
    int erased =
        handle
            .createUpdate(ERASE)
            .bind("merchant", merchant)
            .bindArray("payments", PaymentId.class, payments)
            .execute();
    if (erased != payments.size()) {
      throw new IllegalStateException(erased + " of " + payments.size() + " payments are there");
    }
  }

  /** Moves payments from one payout to another; null is none. Throws if they are not as read. */
  public void movePayout(
      Handle handle,
      MerchantId merchant,
      List<PaymentId> payments,
      @Nullable PayoutId before,
      @Nullable PayoutId after) {
    int moved =
        payments.isEmpty()
            ? 0
            : handle
                .createUpdate(MOVE_PAYOUT)
                .bind("merchant", merchant)
                .bindArray("payments", PaymentId.class, payments)
                .bind("before", before)
                .bind("after", after)
                .execute();
    if (moved != payments.size()) {
      throw new IllegalStateException(moved + " of " + payments.size() + " payments were moved");
    }
  }

  /** Returns the JSON text that every reader is given, in the order it was sent. */
  private static byte @Nullable [] metadata(Map<String, String> pairs) {
    return pairs.isEmpty() ? null : Json.objectOf(pairs);
  }
}
