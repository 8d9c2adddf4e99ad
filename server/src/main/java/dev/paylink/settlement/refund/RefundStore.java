package dev.paylink.settlement.refund;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.RefundId;
import dev.paylink.money.EvmAddress;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Reads and writes refunds for their merchants. Handles belong to the caller's transaction. */
public final class RefundStore {
  static final String COLUMNS =
      """
      select r.merchant_id, r.id, r.payment_id, r.amount, r.currency, r.reason, r.payee, r.chain_id,
             r.contract, r.token, r.token_address, r.units, r.deadline, r.ref, r.status, r.open,
             r.given_at, r.sent_hash, r.settled_block, r.created_at, r.updated_at
      """;

  // Serialises all refunds of a payment: the sum that is read next stays true until the commit.
  private static final String LOCK_PAYMENT =
      """
      select status, amount from payment where id = :payment and merchant_id = :merchant
         for no key update
      """;
  private static final String TAKEN =
      """
      select coalesce(sum(amount) filter (where open or status = 'settled'), 0) as amount,
             count(*) as refunds
        from refund where payment_id = :payment and merchant_id = :merchant
      """;
  private static final String INSERT =
      """
      insert into refund (merchant_id, id, payment_id, amount, currency, reason, payee, chain_id,
                          contract, token, token_address, units, deadline, ref, status, open,
                          idempotency_key, request_hash, created_at, updated_at)
      values (:merchant, :id, :payment, :amount, :currency, :reason, :payee, :chain, :contract,
              :token, :tokenAddress, :units, :deadline, :ref, 'requested', true, :key, :hash, :at, :at)
          on conflict do nothing
      """;
  private static final String BY_KEY =
      COLUMNS
          + """
              , r.request_hash from refund r
             where r.idempotency_key = :key and r.merchant_id = :merchant
          """;
  private static final String FIND =
      COLUMNS + " from refund r where r.id = :id and r.merchant_id = :merchant";
  private static final String ADDRESSEE =
      """
      select i.customer_email, i.customer_name, p.locale, m.business_name
        from payment p
        join invoice i on i.id = p.invoice_id and i.merchant_id = p.merchant_id
        join merchant m on m.id = p.merchant_id and m.email_proven_at is not null
       where p.id = :payment and p.merchant_id = :merchant and i.merchant_id = :merchant
         and i.customer_email is not null
      """;
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
             where r.status = 'requested' and r.merchant_id = :merchant
             order by r.merchant_id, r.id limit :limit
          """;
  // What a wallet was told can be settled until its deadline, whatever the merchant wants now.
  private static final String CANCEL =
      """
      update refund set status = 'canceled', open = given_at is not null, updated_at = :at
       where id = :id and merchant_id = :merchant and status = 'requested'
      """;
  private static final String GIVE =
      """
      update refund r set given_at = coalesce(r.given_at, :at)
       where r.id = :id and r.merchant_id = :merchant and r.status = 'requested'
      """;
  private static final String ERASE_REASONS =
      """
      update refund set reason = null
       where payment_id = any(:payments::uuid[]) and merchant_id = :merchant and reason is not null
      """;
  private static final String NOTE_SENT =
      """
      update refund set sent_hash = :hash
       where id = :id and merchant_id = :merchant and status = 'requested' and given_at is not null
      """;

  /** What a payment received, and whether it still has it. */
  record Received(boolean success, @Nullable BigDecimal amount) {}

  /** How much of a payment is refunded, or may be, and how many refunds it has in all. */
  record Taken(BigDecimal amount, int refunds) {}

  /** A refund that has an idempotency key, and the hash of the body that made it. */
  record Keyed(Refund refund, byte[] requestHash) {
    boolean isOf(PaymentId payment, byte[] hash) {
      return refund.paymentId().equals(payment) && Arrays.equals(requestHash, hash);
    }
  }

  /** The customer of a payment, and the merchant that gives money back. */
  record Addressee(String email, @Nullable String name, @Nullable String locale, String merchant) {}

  /** Returns whom to write to; null if the customer's address is not known. */
  @Nullable Addressee addressee(Handle handle, MerchantId merchant, PaymentId payment) {
    return handle
        .createQuery(ADDRESSEE)
        .bind("merchant", merchant)
        .bind("payment", payment)
        .map(
            row ->
                new Addressee(
                    row.getColumn(1, String.class),
                    row.getColumn(2, String.class),
                    row.getColumn(3, String.class),
                    row.getColumn(4, String.class)))
        .findOne()
        .orElse(null);
  }

  /** Lets no other refund of the payment in before the transaction ends. */
  Received lockPayment(Handle handle, MerchantId merchant, PaymentId payment) {
    return handle
        .createQuery(LOCK_PAYMENT)
        .bind("merchant", merchant)
        .bind("payment", payment)
        .map(
            row ->
                new Received(
                    row.getColumn(1, String.class).equals("success"),
                    row.getColumn(2, BigDecimal.class)))
        .one();
  }

  /** Returns what the refunds of the payment that are settled, or can still be, take of it. */
  Taken taken(Handle handle, MerchantId merchant, PaymentId payment) {
    return handle
        .createQuery(TAKEN)
        .bind("merchant", merchant)
        .bind("payment", payment)
        .map(
            row ->
                new Taken(
                    row.getColumn("amount", BigDecimal.class),
                    row.getColumn("refunds", Integer.class)))
        .one();
  }

  /** Stores a new refund; returns false if its idempotency key was taken meanwhile. */
  boolean insert(Handle handle, Refund refund, String key, byte[] requestHash) {
    return handle
            .createUpdate(INSERT)
            .bind("merchant", refund.merchantId())
            .bind("id", refund.id())
            .bind("payment", refund.paymentId())
            .bind("amount", refund.amount())
            .bind("currency", refund.currency())
            .bind("reason", refund.reason())
            .bind("payee", refund.to())
            .bind("chain", refund.chainId())
            .bind("contract", refund.contract().bytes())
            .bind("token", refund.token())
            .bind("tokenAddress", refund.tokenAddress().bytes())
            .bind("units", new BigDecimal(refund.units()))
            .bind("deadline", refund.deadline())
            .bind("ref", bytes(refund.ref()))
            .bind("key", key)
            .bind("hash", requestHash)
            .bind("at", refund.createdAt().atOffset(ZoneOffset.UTC))
            .execute()
        == 1;
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
        .map(RefundStore::refund)
        .findOne()
        .orElse(null);
  }

  /** Returns the refunds of a payment, oldest first. */
  List<Refund> ofPayment(Handle handle, MerchantId merchant, PaymentId payment, int limit) {
    return list(
        handle
            .createQuery(OF_PAYMENT)
            .bind("merchant", merchant)
            .bind("payment", payment)
            .bind("limit", limit));
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

  /** Cancels the refund if nothing of it was seen; returns false otherwise. */
  boolean cancel(Handle handle, MerchantId merchant, RefundId id, Instant at) {
    return handle
            .createUpdate(CANCEL)
            .bind("merchant", merchant)
            .bind("id", id)
            .bind("at", at.atOffset(ZoneOffset.UTC))
            .execute()
        == 1;
  }

  /** Notes that a wallet is told what to send; returns false if it is no longer to be sent. */
  boolean give(Handle handle, MerchantId merchant, RefundId id, Instant at) {
    return handle
            .createUpdate(GIVE)
            .bind("merchant", merchant)
            .bind("id", id)
            .bind("at", at.atOffset(ZoneOffset.UTC))
            .execute()
        == 1;
  }

  /** Notes the transaction that a wallet says it sent. */
  boolean noteSent(Handle handle, MerchantId merchant, RefundId id, String hash) {
    return handle
            .createUpdate(NOTE_SENT)
            .bind("merchant", merchant)
            .bind("id", id)
            .bind("hash", bytes(hash))
            .execute()
        == 1;
  }

  /** Removes what the merchant wrote about the refunds of these payments. */
  public void eraseReasons(Handle handle, MerchantId merchant, List<PaymentId> payments) {
    handle
        .createUpdate(ERASE_REASONS)
        .bind("merchant", merchant)
        .bindArray("payments", PaymentId.class, payments)
        .execute();
  }

  private static List<Refund> list(Query query) {
    return query.map(RefundStore::refund).list();
  }

  static Refund refund(RowView row) {
    byte[] hash = row.getColumn("sent_hash", byte[].class);
    return new Refund(
        row.getColumn("merchant_id", MerchantId.class),
        row.getColumn("id", RefundId.class),
        row.getColumn("payment_id", PaymentId.class),
        row.getColumn("amount", BigDecimal.class),
        row.getColumn("currency", String.class),
        row.getColumn("reason", String.class),
        row.getColumn("payee", String.class),
        row.getColumn("chain_id", Long.class),
        EvmAddress.of(row.getColumn("contract", byte[].class)),
        row.getColumn("token", String.class),
        EvmAddress.of(row.getColumn("token_address", byte[].class)),
        row.getColumn("units", BigDecimal.class).toBigIntegerExact(),
        row.getColumn("deadline", Long.class),
        hex(row.getColumn("ref", byte[].class)),
        RefundStatus.valueOf(row.getColumn("status", String.class)),
        row.getColumn("open", Boolean.class),
        row.getColumn("given_at", Instant.class) != null,
        hash == null ? null : hex(hash),
        row.getColumn("settled_block", Long.class),
        row.getColumn("created_at", Instant.class),
        row.getColumn("updated_at", Instant.class));
  }

  static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex, 2, hex.length());
  }

  private static String hex(byte[] bytes) {
    return "0x" + HexFormat.of().formatHex(bytes);
  }
}
