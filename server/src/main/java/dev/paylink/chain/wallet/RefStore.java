package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Bytes32;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.read.Payment;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Update;

/** The refs under which payments were prepared. Handles belong to the caller's transaction. */
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
      "select exists (select from payment_ref where ref = :ref and chain_id = :chain)";
  private static final String NOTE_SENT =
      """
      update payment_ref set sent_hash = :hash
       where payment_id = :id and chain_id = :chain and ref = :ref and merchant_id = :merchant
      """;
  private static final String NOTE_SIGNED =
      """
      update payment_ref set signed_at = coalesce(signed_at, now())
       where payment_id = :id and chain_id = :chain and ref = :ref and merchant_id = :merchant
      """;
  private static final String NOTE_SEEN =
      """
      update payment_ref r set sent_hash = decode(k.hash, 'hex')
        from unnest(:refs::text[], :hashes::text[]) as k (ref, hash)
       where r.ref = decode(k.ref, 'hex') and r.chain_id = :chain and r.sent_hash is null
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
  private static final byte[] LAST = new byte[Bytes32.SIZE];

  static {
    Arrays.fill(LAST, (byte) 0xff);
  }

  public static final String MARK_SETTLED =
      """
      update payment_ref r set settled_block = k.number, settled_hash = decode(k.hash, 'hex')
        from unnest(:refs::text[], :numbers::bigint[], :hashes::text[]) as k (ref, number, hash)
       where r.ref = decode(k.ref, 'hex') and r.chain_id = :chain
      """;
  private static final String PAYEE =
      "select payee from payment where id = :id and merchant_id = :merchant";

  // After a halt: the blocks that settled these refs may be gone, and the refs may be settled
  // again.
  private static final String FORGET_AFTER =
      """
      update payment_ref set settled_block = null, settled_hash = null
       where chain_id = :chain and contract = :contract and settled_block > :number
      returning payment_id
      """;
  private static final String COUNT_SETTLED =
      """
      select count(*) from payment_ref
       where payment_id = :id and merchant_id = :merchant and settled_block is not null
         and encode(ref, 'hex') <> all(:refs::text[])
      """;

  public static final String OPEN =
      """
      select deadline, ref from payment_ref
       where chain_id = :chain and contract = :contract and settled_block is null
         and (deadline, ref) > (:deadline::bigint, :ref::bytea)
       order by deadline, ref limit :most::bigint
      """;

  /**
   * A ref that a payment waits for.
   *
   * @param settled whether its settlement is recorded
   * @param untouched whether nothing is known of the payment yet
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

  /** A ref that is not settled, as far as the chain was read. */
  public record Open(long deadline, Bytes32 ref) {
    /** Returns the position before all refs whose time ends after this second. */
    public static Open after(long seconds) {
      return new Open(seconds, Bytes32.of(LAST));
    }
  }

  /** Stores the ref; returns false if the payment has ended. */
  public boolean store(Handle handle, Payable payable) {
    return bound(handle.createUpdate(STORE), payable).execute() == 1
        || isStored(handle, payable.terms());
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

  private static boolean isStored(Handle handle, Terms terms) {
    return handle
        .createQuery(IS_STORED)
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

  /** Notes that the payer has signed for the ref. */
  void noteSigned(Handle handle, Payable payable) {
    handle
        .createUpdate(NOTE_SIGNED)
        .bind("merchant", payable.payment().merchantId())
        .bind("id", payable.payment().id())
        .bind("chain", payable.terms().deployment().chainId())
        .bind("ref", payable.terms().ref().bytes())
        .execute();
  }

  /** Notes transactions that are on the chain, final or not, unless a wallet named one before. */
  public void noteSeen(Handle handle, Deployment deployment, List<SettledLog> logs) {
    handle
        .createUpdate(NOTE_SEEN)
        .bindArray("refs", String.class, logs.stream().map(log -> log.ref().digits()).toList())
        .bindArray(
            "hashes", String.class, logs.stream().map(log -> log.transaction().digits()).toList())
        .bind("chain", deployment.chainId())
        .execute();
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

  /** Forgets the settlements in blocks after this one; returns their payments. */
  public Set<PaymentId> forgetAfter(Handle handle, Deployment deployment, long number) {
    return new LinkedHashSet<>(
        handle
            .createQuery(FORGET_AFTER)
            .bind("chain", deployment.chainId())
            .bind("contract", deployment.contract().bytes())
            .bind("number", number)
            .mapTo(PaymentId.class)
            .list());
  }

  /**
   * Returns how many further refs of the payment are settled: the payer may have paid in two
   * tokens.
   */
  public int countSettledBeside(
      Handle handle, Set<Bytes32> refs, MerchantId merchant, PaymentId payment) {
    return handle
        .createQuery(COUNT_SETTLED)
        .bind("id", payment)
        .bind("merchant", merchant)
        .bindArray("refs", String.class, refs.stream().map(Bytes32::digits).toList())
        .mapTo(Integer.class)
        .one();
  }

  /** Returns the next refs that are not settled, ordered by the end of their time. */
  public List<Open> open(Handle handle, Deployment deployment, Open after, int most) {
    return handle
        .createQuery(OPEN)
        .bind("chain", deployment.chainId())
        .bind("contract", deployment.contract().bytes())
        .bind("deadline", after.deadline)
        .bind("ref", after.ref.bytes())
        .bind("most", most)
        .map(
            row ->
                new Open(
                    row.getColumn("deadline", Long.class),
                    Bytes32.of(row.getColumn("ref", byte[].class))))
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
