package dev.paylink.settlement.refund;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.RefundId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.PaymentStore;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;

/**
 * Writes refunds, for their merchants and as a chain settles them. Handles belong to the caller's
 * transaction.
 */
public final class RefundStore {
  /** Addresses that are named for one refund, all together. */
  static final int MAX_NAMED = 10;

  // Serialises all refunds of a payment: the sum that is read next stays true until the commit.
  private static final String LOCK_PAYMENT = RefundQueries.PAID + " for no key update";
  private static final String INSERT =
      """
      insert into refund (merchant_id, id, payment_id, amount, currency, reason, payee, chain_id,
                          contract, token, token_address, units, deadline, ref, status, open,
                          idempotency_key, request_hash, created_at, updated_at, link_token)
      values (:merchant, :id, :payment, :amount, :currency, :reason, :payee, :chain, :contract,
              :token, :tokenAddress, :units, :deadline, :ref, 'requested', true, :key, :hash, :at, :at,
              :linkToken)
          on conflict do nothing
      """;
  // A call that a wallet got can be settled until its deadline, whatever the merchant wants now.
  private static final String CANCEL =
      """
      update refund
         set status = 'canceled', open = given_at is not null, canceled_at = :at, updated_at = :at
       where id = :id and merchant_id = :merchant and status = 'requested'
      """;
  private static final String GIVE =
      """
      update refund r set given_at = coalesce(r.given_at, :at)
       where r.id = :id and r.merchant_id = :merchant and r.status = 'requested' and r.payee is not null
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
  private static final String NAME =
      """
      update refund set named = :address, named_at = :at, named_times = named_times + 1
       where id = :id and merchant_id = :merchant and status = 'requested' and payee is null
         and named_times < :most
      """;
  private static final String IS_OPEN_FOR_NAMES =
      """
      select exists (select 1 from refund
                      where id = :id and merchant_id = :merchant and status = 'requested'
                        and payee is null)
      """;
  // Only the address that was last named, so that nobody confirms what he has not seen.
  private static final String CONFIRM =
      """
      update refund
         set payee = :address, contract = :contract, ref = :ref, deadline = :deadline, updated_at = :at
       where id = :id and merchant_id = :merchant and status = 'requested' and payee is null
         and named = :address
      """;

  // A refund that the merchant has canceled stays canceled until it is final that it was paid.
  private static final String MARK_SENT =
      """
      update refund set status = 'sent', sent_hash = :hash, updated_at = :at
       where id = :id and merchant_id = :merchant
         and (status = 'requested' or status = 'sent' and sent_hash <> :hash::bytea)
      """;
  private static final String TAKE_BACK =
      """
      update refund set status = 'requested', sent_hash = null, updated_at = :at
       where id = :id and merchant_id = :merchant and status = 'sent'
      """;
  private static final String SETTLE =
      """
      update refund
         set status = 'settled', open = false, sent_hash = :hash,
             settled_block = :block, settled_in = :in, updated_at = :at
       where id = :id and merchant_id = :merchant and settled_block is null
      """;
  // The merchant's word stays: what was canceled does not fail. (Citus takes no "case status
  // when".)
  private static final String END =
      """
      update refund
         set status = case when status = 'canceled' then status else 'failed' end, open = false,
             sent_hash = null, settled_in = null, updated_at = :at
       where id = :id and merchant_id = :merchant and open
      """;
  // After a halt: the blocks that settled these refunds may be gone. What was canceled is not to be
  // sent again.
  private static final String FORGET_AFTER =
      """
      update refund
         set status = case when canceled_at is null then 'sent' else 'canceled' end, open = true,
             settled_block = null
       where chain_id = :chain and contract = :contract and settled_block > :number
      returning merchant_id, payment_id
      """;

  private final PaymentStore payments = new PaymentStore();

  /** Lets no other refund of the payment in before the transaction ends. */
  RefundQueries.Paid lockPayment(Handle handle, MerchantId merchant, PaymentId payment) {
    return handle
        .createQuery(LOCK_PAYMENT)
        .bind("merchant", merchant)
        .bind("payment", payment)
        .mapTo(RefundQueries.Paid.class)
        .one();
  }

  /** Stores a new refund; returns false if its idempotency key was taken meanwhile. */
  boolean insert(Handle handle, Refund refund, String key, byte[] requestHash) {
    RefundLink link = refund.link();
    Refund.Payable payable = refund.payable();
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
            .bind("contract", payable == null ? null : payable.contract().bytes())
            .bind("token", refund.token())
            .bind("tokenAddress", refund.tokenAddress().bytes())
            .bind("units", new BigDecimal(refund.units()))
            .bind("deadline", refund.deadline())
            .bind("ref", payable == null ? null : payable.ref().bytes())
            .bind("key", key)
            .bind("hash", requestHash)
            .bind("at", refund.createdAt().atOffset(ZoneOffset.UTC))
            .bind("linkToken", link == null ? null : link.token().bytes())
            .execute()
        == 1;
  }

  /** Cancels the refund if nothing of it was seen; returns false otherwise. */
  boolean cancel(Handle handle, MerchantId merchant, RefundId id, Instant at) {
    return change(handle, CANCEL, merchant, id, at).execute() == 1;
  }

  /** Notes that a wallet gets the call to send; returns false if it is no longer to be sent. */
  boolean give(Handle handle, MerchantId merchant, RefundId id, Instant at) {
    return change(handle, GIVE, merchant, id, at).execute() == 1;
  }

  /** Notes the transaction that a wallet says it sent. */
  boolean noteSent(Handle handle, MerchantId merchant, RefundId id, Bytes32 hash) {
    return handle
            .createUpdate(NOTE_SENT)
            .bind("merchant", merchant)
            .bind("id", id)
            .bind("hash", hash.bytes())
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

  /**
   * Notes the address that the customer names; returns false if it is too late for that, or there
   * were too many. Each of them is a letter.
   */
  boolean name(Handle handle, MerchantId merchant, RefundId id, String address, Instant at) {
    return change(handle, NAME, merchant, id, at)
            .bind("address", address)
            .bind("most", MAX_NAMED)
            .execute()
        == 1;
  }

  /** Tells whether the address of the refund is still to be named. */
  boolean isOpenForNames(Handle handle, MerchantId merchant, RefundId id) {
    return handle
        .createQuery(IS_OPEN_FOR_NAMES)
        .bind("merchant", merchant)
        .bind("id", id)
        .mapTo(Boolean.class)
        .one();
  }

  /** Fixes the address and what follows from it; returns false if another one is named now. */
  boolean confirm(Handle handle, Refund confirmed, Refund.Payable payable) {
    return change(handle, CONFIRM, confirmed.merchantId(), confirmed.id(), confirmed.updatedAt())
            .bind("address", payable.to().toString())
            .bind("contract", payable.contract().bytes())
            .bind("ref", payable.ref().bytes())
            .bind("deadline", confirmed.deadline())
            .execute()
        == 1;
  }

  boolean markSent(Handle handle, RefundWatchQueries.Key key, Bytes32 hash, Instant at) {
    return change(handle, MARK_SENT, key.merchant(), key.id(), at)
            .bind("hash", hash.bytes())
            .execute()
        == 1;
  }

  boolean takeBack(Handle handle, RefundWatchQueries.Key key, Instant at) {
    return change(handle, TAKE_BACK, key.merchant(), key.id(), at).execute() == 1;
  }

  boolean settle(Handle handle, PaymentId payment, ApplyRefunds.Settlement settlement, Instant at) {
    boolean settled =
        change(handle, SETTLE, settlement.key().merchant(), settlement.key().id(), at)
                .bind("hash", settlement.transaction().bytes())
                .bind("block", settlement.block())
                .bind("in", settlement.blockHash().bytes())
                .execute()
            == 1;
    if (settled) {
      payments.addUp(handle, settlement.key().merchant(), payment);
    }
    return settled;
  }

  boolean end(Handle handle, RefundWatchQueries.Key key, Instant at) {
    return change(handle, END, key.merchant(), key.id(), at).execute() == 1;
  }

  /** Forgets the settlements in blocks after this one: they are looked for again. */
  public void forgetAfter(Handle handle, long chainId, EvmAddress contract, long number) {
    Map<PaymentId, MerchantId> payments = new HashMap<>();
    handle
        .createQuery(FORGET_AFTER)
        .bind("chain", chainId)
        .bind("contract", contract.bytes())
        .bind("number", number)
        .map(
            row ->
                payments.put(
                    row.getColumn("payment_id", PaymentId.class),
                    row.getColumn("merchant_id", MerchantId.class)))
        .list();
    payments.forEach((payment, merchant) -> this.payments.addUp(handle, merchant, payment));
  }

  private static Update change(
      Handle handle, String sql, MerchantId merchant, RefundId id, Instant at) {
    return handle
        .createUpdate(sql)
        .bind("merchant", merchant)
        .bind("id", id)
        .bind("at", at.atOffset(ZoneOffset.UTC));
  }
}
