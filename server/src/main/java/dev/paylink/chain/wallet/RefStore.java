package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Bytes32;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Terms;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.read.Payment;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Update;

/**
 * The refs under which payments were prepared, as payers make them. Handles belong to the caller's
 * transaction.
 */
public final class RefStore {
  // The share lock serialises this with every transaction that ends the payment: either the ref is
  // there when the payment is given up, and is looked up on the chain, or it is refused.
  private static final String STORE =
      """
      insert into payment_ref (merchant_id, payment_id, chain_id, contract, ref, token, amount, deadline)
      select p.merchant_id, p.id, :chain, :contract, :ref, :token, :amount, :deadline
        from (select merchant_id, id from payment
               where id = :id and merchant_id = :merchant and status in ('created', 'submitted')
                 for share) p
      on conflict do nothing
      """;
  // For a sandbox: the ref was prepared in time, but is paid after the payment has ended.
  private static final String STORE_LATE =
      """
      insert into payment_ref (merchant_id, payment_id, chain_id, contract, ref, token, amount, deadline)
      values (:merchant, :id, :chain, :contract, :ref, :token, :amount, :deadline)
      on conflict do nothing
      """;
  private static final String IS_STORED =
      """
      select exists (select from payment_ref
                      where payment_id = :id and chain_id = :chain and ref = :ref and merchant_id = :merchant)
      """;
  private static final String NOTE_SENT =
      """
      update payment_ref set sent_hash = :hash
       where payment_id = :id and chain_id = :chain and ref = :ref and merchant_id = :merchant
      """;
  private static final String NOTE_SIGNED =
      """
      update payment_ref set signed_at = coalesce(signed_at, t.at)
        from (select now() as at) t
       where payment_id = :id and chain_id = :chain and ref = :ref and merchant_id = :merchant
      """;
  // Serialises signatures: of two windows that sign for two refs, one is refused.
  private static final String LOCK =
      """
      select true from payment where id = :id and merchant_id = :merchant for no key update
      """;
  private static final String OF_PAYMENT =
      """
      select r.chain_id, r.contract, r.ref, r.deadline, r.settled_block is not null as settled,
             r.signed_at is not null or r.sent_hash is not null as given,
             (select c.time from chain_cursor c
               where c.chain_id = r.chain_id and c.contract = r.contract and c.halted is null) as read_to
        from payment_ref r
       where r.payment_id = :id and r.merchant_id = :merchant
      """;
  private static final String PAYEE =
      "select payee from payment where id = :id and merchant_id = :merchant";

  /** Stores the ref; returns false if the payment has ended. */
  public boolean store(Handle handle, Payable payable) {
    return bound(handle.createUpdate(STORE), payable).execute() == 1 || isStored(handle, payable);
  }

  /** Stores the ref in any status of the payment; for a sandbox. */
  public void storeLate(Handle handle, Payable payable) {
    bound(handle.createUpdate(STORE_LATE), payable).execute();
  }

  private static Update bound(Update update, Payable payable) {
    Terms terms = payable.terms();
    return update
        .bind("merchant", payable.payment().merchantId())
        .bind("id", payable.payment().id())
        .bind("chain", terms.deployment().chainId())
        .bind("contract", terms.deployment().contract().bytes())
        .bind("ref", terms.ref().bytes())
        .bind("token", payable.token().symbol())
        .bind("amount", payable.amount())
        .bind("deadline", terms.deadline());
  }

  private static boolean isStored(Handle handle, Payable payable) {
    Terms terms = payable.terms();
    return handle
        .createQuery(IS_STORED)
        .bind("merchant", payable.payment().merchantId())
        .bind("id", payable.payment().id())
        .bind("chain", terms.deployment().chainId())
        .bind("ref", terms.ref().bytes())
        .mapTo(Boolean.class)
        .one();
  }

  /** Lets no other signature for the payment in before the transaction ends. */
  void lock(Handle handle, Payment payment) {
    handle
        .createQuery(LOCK)
        .bind("id", payment.id())
        .bind("merchant", payment.merchantId())
        .mapTo(Boolean.class)
        .one();
  }

  /** Returns all refs of the payment, as they are at this moment. */
  PreparedRefs ofPayment(Handle handle, Payment payment, Instant now) {
    List<PreparedRefs.Prepared> all =
        handle
            .createQuery(OF_PAYMENT)
            .bind("id", payment.id())
            .bind("merchant", payment.merchantId())
            .map(RefStore::prepared)
            .list();
    return new PreparedRefs(all, payment.status(), now);
  }

  private static PreparedRefs.Prepared prepared(RowView row) {
    return new PreparedRefs.Prepared(
        new Deployment(
            row.getColumn("chain_id", Long.class),
            EvmAddress.of(row.getColumn("contract", byte[].class))),
        Bytes32.of(row.getColumn("ref", byte[].class)),
        row.getColumn("deadline", Long.class),
        row.getColumn("given", Boolean.class),
        row.getColumn("settled", Boolean.class),
        row.getColumn("read_to", Instant.class));
  }

  /** Notes that the payer has signed for the ref; returns false if it was not prepared. */
  boolean noteSigned(Handle handle, Payable payable) {
    return handle
            .createUpdate(NOTE_SIGNED)
            .bind("merchant", payable.payment().merchantId())
            .bind("id", payable.payment().id())
            .bind("chain", payable.terms().deployment().chainId())
            .bind("ref", payable.terms().ref().bytes())
            .execute()
        == 1;
  }

  boolean noteSent(Handle handle, Payable payable, Bytes32 hash) {
    return handle
            .createUpdate(NOTE_SENT)
            .bind("hash", hash.bytes())
            .bind("merchant", payable.payment().merchantId())
            .bind("id", payable.payment().id())
            .bind("chain", payable.terms().deployment().chainId())
            .bind("ref", payable.terms().ref().bytes())
            .execute()
        == 1;
  }

  /** Returns the address to which the payment is made. */
  public String payee(Handle handle, Payment payment) {
    return handle
        .createQuery(PAYEE)
        .bind("merchant", payment.merchantId())
        .bind("id", payment.id())
        .mapTo(String.class)
        .one();
  }
}
