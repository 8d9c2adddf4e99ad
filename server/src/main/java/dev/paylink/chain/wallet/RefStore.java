package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Bytes32;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.read.Payment;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;

/** The refs that payments were prepared under. Handles belong to the caller's transaction. */
public final class RefStore {
  // The share lock makes it one after the other with whoever ends the payment: a ref is either
  // there when the payment is given up, and asked for on the chain, or it is refused.
  private static final String STORE =
      """
      insert into payment_ref (merchant_id, payment_id, chain_id, contract, ref, token, amount, deadline)
      select p.merchant_id, p.id, :chain, :contract, :ref, :token, :amount, :deadline
        from (select merchant_id, id from payment
               where id = :id and merchant_id = :merchant and status in ('created', 'submitted')
                 for share) p
      on conflict do nothing
      """;
  // A sandbox's: what was prepared in time, but is paid when the payment has ended.
  private static final String STORE_LATE =
      """
      insert into payment_ref (merchant_id, payment_id, chain_id, contract, ref, token, amount, deadline)
      values (:merchant, :id, :chain, :contract, :ref, :token, :amount, :deadline)
      on conflict do nothing
      """;
  private static final String IS_STORED =
      "select exists (select from payment_ref where ref = :ref and chain_id = :chain)";
  private static final String NOTE_SENT =
      """
      update payment_ref set sent_hash = :hash
       where payment_id = :id and chain_id = :chain and ref = :ref and merchant_id = :merchant
      """;
  public static final String KNOWN =
      """
      select r.ref, r.merchant_id, r.payment_id, r.token, r.amount, r.deadline,
             r.settled_block is not null as settled, p.status = 'created' as untouched
        from unnest(:refs::text[]) as k (ref)
       cross join lateral (
             select * from payment_ref
              where ref = decode(k.ref, 'hex') and chain_id = :chain and contract = :contract
             offset 0) r
       cross join lateral (
             select status from payment
              where id = r.payment_id and merchant_id = r.merchant_id offset 0) p
      """;
  public static final String MARK_SETTLED =
      """
      update payment_ref r set settled_block = k.number, settled_hash = decode(k.hash, 'hex')
        from unnest(:refs::text[], :numbers::bigint[], :hashes::text[]) as k (ref, number, hash)
       where r.ref = decode(k.ref, 'hex') and r.chain_id = :chain
      """;
  private static final String CONFIRMED_AFTER =
      """
      select payment_id from payment_ref
       where chain_id = :chain and contract = :contract and settled_block > :number
       order by settled_block limit :most
      """;
  private static final String PAYEE =
      "select payee from payment where id = :id and merchant_id = :merchant";

  /**
   * A ref that somebody waits for.
   *
   * @param settled its settlement is recorded
   * @param untouched nothing is known of the payment yet
   */
  public record Known(
      Bytes32 ref,
      MerchantId merchantId,
      PaymentId payment,
      String token,
      BigDecimal amount,
      long deadline,
      boolean settled,
      boolean untouched) {}

  /** False when the payment has come to an end. */
  public boolean store(Handle handle, Payable payable) {
    return bound(handle.createUpdate(STORE), payable).execute() == 1
        || isStored(handle, payable.terms());
  }

  /** Stores the ref whatever the payment's status is; for a sandbox. */
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

  private static boolean isStored(Handle handle, Terms terms) {
    return handle
        .createQuery(IS_STORED)
        .bind("chain", terms.deployment().chainId())
        .bind("ref", terms.ref().bytes())
        .mapTo(Boolean.class)
        .one();
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

  public List<Known> known(Handle handle, Deployment deployment, Collection<Bytes32> refs) {
    return handle
        .createQuery(KNOWN)
        .bindArray("refs", String.class, refs.stream().map(Bytes32::digits).toList())
        .bind("chain", deployment.chainId())
        .bind("contract", deployment.contract().bytes())
        .map(
            row ->
                new Known(
                    Bytes32.of(row.getColumn("ref", byte[].class)),
                    row.getColumn("merchant_id", MerchantId.class),
                    row.getColumn("payment_id", PaymentId.class),
                    row.getColumn("token", String.class),
                    row.getColumn("amount", BigDecimal.class),
                    row.getColumn("deadline", Long.class),
                    row.getColumn("settled", Boolean.class),
                    row.getColumn("untouched", Boolean.class)))
        .list();
  }

  public void markSettled(Handle handle, Deployment deployment, List<SettledLog> logs) {
    if (logs.isEmpty()) {
      return;
    }
    handle
        .createUpdate(MARK_SETTLED)
        .bindArray("refs", String.class, logs.stream().map(log -> log.ref().digits()).toList())
        .bindArray("numbers", Long.class, logs.stream().map(SettledLog::blockNumber).toList())
        .bindArray(
            "hashes", String.class, logs.stream().map(log -> log.transaction().digits()).toList())
        .bind("chain", deployment.chainId())
        .execute();
  }

  /** Payments whose settlements were read behind that block, at most {@code most}. */
  public List<PaymentId> confirmedAfter(
      Handle handle, Deployment deployment, long number, int most) {
    return handle
        .createQuery(CONFIRMED_AFTER)
        .bind("chain", deployment.chainId())
        .bind("contract", deployment.contract().bytes())
        .bind("number", number)
        .bind("most", most)
        .mapTo(PaymentId.class)
        .list();
  }

  /** The address that the payment is made to. */
  public String payee(Handle handle, Payment payment) {
    return handle
        .createQuery(PAYEE)
        .bind("merchant", payment.merchantId())
        .bind("id", payment.id())
        .mapTo(String.class)
        .one();
  }
}
