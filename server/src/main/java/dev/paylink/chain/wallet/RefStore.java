package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Prices;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.Payment;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/**
 * The refs under which payments were prepared, as payers make them and as their chain settles them.
 * Handles belong to the caller's transaction.
 */
public final class RefStore {
  // The share lock serialises this with every transaction that ends the payment: either the ref is
  // there when the payment is given up, and is looked up on the chain, or it is refused.
  private static final String STORE =
      """
      insert into payment_ref (merchant_id, payment_id, chain_id, contract, ref, token, amount, deadline, prices)
      select p.merchant_id, p.id, :chain, :contract, :ref, :token, :amount, :deadline, :prices::text[]
        from (select merchant_id, id from payment
               where id = :id and merchant_id = :merchant and status in ('created', 'submitted')
                 for share) p
      on conflict do nothing
      """;
  // For a sandbox: the ref was prepared in time, but is paid after the payment has ended.
  private static final String STORE_LATE =
      """
      insert into payment_ref (merchant_id, payment_id, chain_id, contract, ref, token, amount, deadline, prices)
      values (:merchant, :id, :chain, :contract, :ref, :token, :amount, :deadline, :prices::text[])
      on conflict do nothing
      """;
  private static final String IS_STORED =
      """
      select exists (select from payment_ref
                      where payment_id = :id and chain_id = :chain and ref = :ref and merchant_id = :merchant)
      """;
  private static final String NOTE_SENT =
      """
      update payment_ref set sent_hash = :hash, given_until = greatest(given_until, :until::bigint)
       where payment_id = :id and chain_id = :chain and ref = :ref and merchant_id = :merchant
      """;
  private static final String NOTE_SIGNED =
      """
      update payment_ref
         set signed_at = coalesce(signed_at, t.at), given_until = greatest(given_until, :until::bigint)
        from (select now() as at) t
       where payment_id = :id and chain_id = :chain and ref = :ref and merchant_id = :merchant
      """;
  private static final String NOTE_SEEN =
      """
      update payment_ref r set sent_hash = decode(k.hash, 'hex')
        from unnest(:refs::text[], :hashes::text[]) as k (ref, hash)
       where r.ref = decode(k.ref, 'hex') and r.chain_id = :chain and r.sent_hash is null
      """;
  private static final String MARK_SETTLED =
      """
      update payment_ref r
         set settled_block = k.number, settled_hash = decode(k.hash, 'hex'), token = k.token
        from unnest(:refs::text[], :numbers::bigint[], :hashes::text[], :tokens::text[])
          as k (ref, number, hash, token)
       where r.ref = decode(k.ref, 'hex') and r.chain_id = :chain
      """;
  // After a halt: the blocks that settled these refs may be gone, and the refs may be settled
  // again.
  private static final String FORGET_AFTER =
      """
      update payment_ref set settled_block = null, settled_hash = null
       where chain_id = :chain and contract = :contract and settled_block > :number
      returning payment_id
      """;
  // Serialises signatures: of two windows that sign for two refs, one is refused.
  private static final String LOCK =
      """
      select true from payment where id = :id and merchant_id = :merchant for no key update
      """;
  private static final String OF_PAYMENT =
      """
      select r.chain_id, r.contract, r.ref, r.deadline, r.settled_block is not null as settled,
             r.signed_at is not null or r.sent_hash is not null as given, r.prices, r.given_until,
             (select c.time from chain_cursor c
               where c.chain_id = r.chain_id and c.contract = r.contract and c.halted is null) as read_to
        from payment_ref r
       where r.payment_id = :id and r.merchant_id = :merchant
      """;
  // What the contract is told of a payment, to give back a part of it.
  private static final String ON_CHAIN =
      """
      select r.contract, r.deadline, r.prices, r.settled_block is not null as settled, r.token, p.payee
        from payment_ref r
        join payment p on p.id = r.payment_id and p.merchant_id = r.merchant_id
       where r.payment_id = :id and r.merchant_id = :merchant and r.chain_id = :chain
         and p.id = :id and p.merchant_id = :merchant
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
    return at(update, payable)
        .bindArray("prices", String.class, terms.accepted().stored())
        .bind("contract", terms.deployment().contract().bytes())
        .bind("token", payable.token().symbol())
        .bind("amount", payable.amount())
        .bind("deadline", terms.deadline());
  }

  private static boolean isStored(Handle handle, Payable payable) {
    return at(handle.createQuery(IS_STORED), payable).mapTo(Boolean.class).one();
  }

  private static <S extends SqlStatement<S>> S at(S statement, Payable payable) {
    Terms terms = payable.terms();
    return statement
        .bind("merchant", payable.payment().merchantId())
        .bind("id", payable.payment().id())
        .bind("chain", terms.deployment().chainId())
        .bind("ref", terms.ref().bytes());
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
        Prices.read(row.getColumn("prices", String[].class)),
        row.getColumn("given", Boolean.class),
        row.getColumn("given_until", Long.class),
        row.getColumn("settled", Boolean.class),
        row.getColumn("read_to", Instant.class));
  }

  /** Notes that the payer has signed for the ref; returns false if it was not prepared. */
  boolean noteSigned(Handle handle, Payable payable) {
    return at(handle.createUpdate(NOTE_SIGNED), payable)
            .bind("until", payable.validBefore())
            .execute()
        == 1;
  }

  boolean noteSent(Handle handle, Payable payable, Bytes32 hash) {
    return at(handle.createUpdate(NOTE_SENT), payable)
            .bind("hash", hash.bytes())
            .bind("until", payable.validBefore())
            .execute()
        == 1;
  }

  /**
   * A payment as a contract knows it.
   *
   * @param paidIn the token it was paid in, as the currency lists it; null if it was not
   */
  record Stored(
      Deployment deployment,
      EvmAddress payee,
      Prices accepted,
      long deadline,
      @Nullable String paidIn) {

    /** Returns the terms with the price in this token; null if it is not accepted. */
    @Nullable Terms terms(PaymentId payment, EvmAddress token) {
      Prices.Price price = accepted.find(token);
      return price == null
          ? null
          : new Terms(
              deployment, Terms.idOf(payment), payee, token, price.amount(), deadline, accepted);
    }
  }

  /** Returns the payment's refs on the contracts of a chain; usually there is one. */
  List<Stored> onChain(Handle handle, MerchantId merchant, PaymentId payment, long chainId) {
    return handle
        .createQuery(ON_CHAIN)
        .bind("merchant", merchant)
        .bind("id", payment)
        .bind("chain", chainId)
        .map(
            row ->
                new Stored(
                    new Deployment(chainId, EvmAddress.of(row.getColumn("contract", byte[].class))),
                    EvmAddress.of(row.getColumn("payee", String.class)),
                    Prices.read(row.getColumn("prices", String[].class)),
                    row.getColumn("deadline", Long.class),
                    row.getColumn("settled", Boolean.class)
                        ? row.getColumn("token", String.class)
                        : null))
        .list();
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

  /** A settlement of a ref, in this token. */
  public record Settlement(SettledLog log, String token) {}

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

  public void markSettled(Handle handle, Deployment deployment, List<Settlement> settlements) {
    if (settlements.isEmpty()) {
      return;
    }
    List<SettledLog> logs = settlements.stream().map(Settlement::log).toList();
    handle
        .createUpdate(MARK_SETTLED)
        .bindArray("refs", String.class, logs.stream().map(log -> log.ref().digits()).toList())
        .bindArray("numbers", Long.class, logs.stream().map(SettledLog::blockNumber).toList())
        .bindArray(
            "hashes", String.class, logs.stream().map(log -> log.transaction().digits()).toList())
        .bindArray("tokens", String.class, settlements.stream().map(Settlement::token).toList())
        .bind("chain", deployment.chainId())
        .execute();
  }
}
