package dev.paylink.settlement.refund;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.RefundId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.LinkToken;
import dev.paylink.payment.PaymentStatus;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Reads refunds for their merchants and customers. Handles belong to the caller. */
public final class RefundQueries {
  static final String COLUMNS =
      """
      select r.merchant_id, r.id, r.payment_id, r.amount, r.currency, r.reason, r.payee, r.chain_id,
             r.contract, r.token, r.token_address, r.units, r.deadline, r.ref, r.status, r.open,
             r.given_at, r.sent_hash, r.settled_block, r.created_at, r.updated_at, r.link_token,
             r.named, r.named_at
      """;

  private static final String TAKEN =
      """
      select chain_id, token, count(*) as refunds,
             coalesce(sum(amount) filter (where open or status = 'settled'), 0) as amount
        from refund where payment_id = :payment and merchant_id = :merchant
       group by chain_id, token
      """;
  private static final String BY_KEY =
      COLUMNS
          + """
              , r.request_hash from refund r
             where r.idempotency_key = :key and r.merchant_id = :merchant
          """;
  private static final String FIND =
      COLUMNS + " from refund r where r.id = :id and r.merchant_id = :merchant";
  private static final String OF_PAYMENT =
      COLUMNS
          + """
              from refund r where r.payment_id = :payment and r.merchant_id = :merchant
             order by r.payment_id, r.id limit :limit
          """;
  private static final String OLDER =
      COLUMNS
          + """
              from refund r
             where r.created_at > '-infinity' and r.merchant_id = :merchant and r.id < :before
             order by r.merchant_id desc, r.id desc limit :limit
          """;
  private static final String TO_SEND =
      COLUMNS
          + """
              from refund r
             where r.status = 'requested' and r.payee is not null and r.merchant_id = :merchant
             order by r.merchant_id, r.id limit :limit
          """;
  // Those whose customer has named an address, or was not heard of yet.
  private static final String WITHOUT_ADDRESS =
      COLUMNS
          + """
              from refund r
             where r.status = 'requested' and r.payee is null and r.merchant_id = :merchant
             order by r.merchant_id, r.id limit :limit
          """;
  // What is confirmed and not final may be taken back.
  static final String PAID =
      """
      select status, currency, received, flags, transaction::text as transaction, payee,
             exists (select from payment_ref r
                      where r.payment_id = :payment and r.merchant_id = :merchant
                        and r.early_block is not null) as early
        from payment where id = :payment and merchant_id = :merchant
      """;
  // Also what does not pay the payment: it came all the same.
  private static final String CAME =
      """
      select chain_id, token, sum(amount) as amount, coalesce(sum(amount) filter (where counts), 0) as counted
        from received_transfer where payment_id = :payment and merchant_id = :merchant
       group by chain_id, token order by min(received_at), chain_id, token
      """;
  private static final String REFUNDED =
      """
      select coalesce(sum(r.amount), 0) from refund r
        join payment p on p.id = r.payment_id and p.merchant_id = r.merchant_id and p.currency = r.currency
       where r.payment_id = :payment and r.merchant_id = :merchant and r.status = 'settled'
      """;
  // Asked on all servers, where there are several.
  private static final String IS_TRANSFER_ADDRESS =
      "select 1 from transfer_address where address = :address limit 1";

  /** How much of a payment is refunded in a token, or may be, and how many refunds that are. */
  record Taken(long chainId, String token, int refunds, BigDecimal amount) {}

  /** What came for a payment in a token, and how much of it is in the payment's sum. */
  record Came(long chainId, @Nullable String token, BigDecimal amount, BigDecimal counted) {}

  /** What a payment is when its refunds are decided about. */
  record Paid(
      PaymentStatus status,
      String currency,
      @Nullable BigDecimal received,
      @Nullable String flags,
      @Nullable String transaction,
      String payee,
      boolean early) {}

  /** A refund that has an idempotency key, and the hash of the body that made it. */
  record Keyed(Refund refund, byte[] requestHash) {
    boolean isOf(PaymentId payment, byte[] hash) {
      return refund.paymentId().equals(payment) && Arrays.equals(requestHash, hash);
    }
  }

  /** Returns what the refunds of the payment that are settled, or can still be, take of it. */
  List<Taken> taken(Handle handle, MerchantId merchant, PaymentId payment) {
    return about(handle, TAKEN, merchant, payment).mapTo(Taken.class).list();
  }

  /** Returns what came for the payment by each token, the oldest first. */
  List<Came> came(Handle handle, MerchantId merchant, PaymentId payment) {
    return about(handle, CAME, merchant, payment).mapTo(Came.class).list();
  }

  Paid paid(Handle handle, MerchantId merchant, PaymentId payment) {
    return about(handle, PAID, merchant, payment).mapTo(Paid.class).one();
  }

  @Nullable Keyed byKey(Handle handle, MerchantId merchant, String key) {
    return handle
        .createQuery(BY_KEY)
        .bind("merchant", merchant)
        .bind("key", key)
        .map(row -> new Keyed(refund(row), row.getColumn("request_hash", byte[].class)))
        .findOne()
        .orElse(null);
  }

  public @Nullable Refund find(Handle handle, MerchantId merchant, RefundId id) {
    return handle
        .createQuery(FIND)
        .bind("merchant", merchant)
        .bind("id", id)
        .map(RefundQueries::refund)
        .findOne()
        .orElse(null);
  }

  /** Returns the refunds of a payment, oldest first. */
  List<Refund> ofPayment(Handle handle, MerchantId merchant, PaymentId payment, int limit) {
    return list(about(handle, OF_PAYMENT, merchant, payment).bind("limit", limit));
  }

  /** Returns the refunds that are older than {@code before}, newest first. */
  List<Refund> older(Handle handle, MerchantId merchant, RefundId before, int limit) {
    return list(
        handle
            .createQuery(OLDER)
            .bind("merchant", merchant)
            .bind("before", before)
            .bind("limit", limit));
  }

  /** Returns the refunds that wait for a wallet, oldest first. */
  List<Refund> toSend(Handle handle, MerchantId merchant, int limit) {
    return list(handle.createQuery(TO_SEND).bind("merchant", merchant).bind("limit", limit));
  }

  /** Returns the refunds that wait for an address, oldest first. */
  List<Refund> withoutAddress(Handle handle, MerchantId merchant, int limit) {
    return list(
        handle.createQuery(WITHOUT_ADDRESS).bind("merchant", merchant).bind("limit", limit));
  }

  /** Returns what was given back of a payment, in its own currency. */
  BigDecimal refunded(Handle handle, MerchantId merchant, PaymentId payment) {
    return about(handle, REFUNDED, merchant, payment).mapTo(BigDecimal.class).one();
  }

  private static Query about(Handle handle, String sql, MerchantId merchant, PaymentId payment) {
    return handle.createQuery(sql).bind("merchant", merchant).bind("payment", payment);
  }

  /** Returns whether some payment is paid at this address by plain transfer. */
  boolean isTransferAddress(Handle handle, EvmAddress address) {
    return handle
        .createQuery(IS_TRANSFER_ADDRESS)
        .bind("address", address.bytes())
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  private static List<Refund> list(Query query) {
    return query.map(RefundQueries::refund).list();
  }

  static Refund refund(RowView row) {
    byte[] hash = row.getColumn("sent_hash", byte[].class);
    byte[] token = row.getColumn("link_token", byte[].class);
    String payee = row.getColumn("payee", String.class);
    return new Refund(
        row.getColumn("merchant_id", MerchantId.class),
        row.getColumn("id", RefundId.class),
        row.getColumn("payment_id", PaymentId.class),
        row.getColumn("amount", BigDecimal.class),
        row.getColumn("currency", String.class),
        row.getColumn("reason", String.class),
        payee == null
            ? new Refund.AwaitingAddress()
            : new Refund.Payable(
                EvmAddress.of(payee),
                EvmAddress.of(row.getColumn("contract", byte[].class)),
                Bytes32.of(row.getColumn("ref", byte[].class))),
        row.getColumn("chain_id", Long.class),
        row.getColumn("token", String.class),
        EvmAddress.of(row.getColumn("token_address", byte[].class)),
        row.getColumn("units", BigDecimal.class).toBigIntegerExact(),
        row.getColumn("deadline", Long.class),
        RefundStatus.valueOf(row.getColumn("status", String.class)),
        row.getColumn("open", Boolean.class),
        row.getColumn("given_at", Instant.class) != null,
        hash == null ? null : Bytes32.of(hash),
        row.getColumn("settled_block", Long.class),
        row.getColumn("created_at", Instant.class),
        row.getColumn("updated_at", Instant.class),
        token == null
            ? null
            : new RefundLink(
                new LinkToken(token),
                row.getColumn("named", String.class),
                row.getColumn("named_at", Instant.class)));
  }
}
