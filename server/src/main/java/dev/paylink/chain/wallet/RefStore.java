package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.money.Bytes32;
import dev.paylink.payment.Payment;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.Update;

/**
 * Writes the refs under which payments were prepared, as payers make them and as their chain
 * settles them. Handles belong to the caller's transaction.
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
      update payment_ref
         set sent_hash = case when sent_known then sent_hash else :hash end, sent_until = :until
       where payment_id = :id and chain_id = :chain and ref = :ref and merchant_id = :merchant
      """;
  private static final String NOTE_KNOWN =
      """
      update payment_ref set sent_known = true, given_until = greatest(given_until, sent_until)
       where payment_id = :id and chain_id = :chain and ref = :ref and merchant_id = :merchant
         and sent_hash = :hash and not sent_known
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
      update payment_ref r
         set sent_hash = decode(k.hash, 'hex'), sent_known = true,
             given_until = greatest(r.given_until, r.sent_until, least(r.deadline, :until))
        from unnest(:refs::text[], :hashes::text[]) as k (ref, hash)
       where r.ref = decode(k.ref, 'hex') and r.chain_id = :chain and not r.sent_known
      """;
  private static final String FORGET_SENT =
      """
      update payment_ref r set sent_hash = null, sent_until = null, sent_known = false
        from unnest(:refs::text[]) as k (ref)
       where r.ref = decode(k.ref, 'hex') and r.chain_id = :chain
      """;
  private static final String MARK_SETTLED =
      """
      update payment_ref r
         set settled_block = k.number, settled_hash = decode(k.hash, 'hex'), token = k.token,
             seen_block = null, early_block = null
        from unnest(:refs::text[], :numbers::bigint[], :hashes::text[], :tokens::text[])
          as k (ref, number, hash, token)
       where r.ref = decode(k.ref, 'hex') and r.chain_id = :chain
      """;
  // Here and below a ref is found by its own index: no index of open or early refs has such a
  // condition.
  private static final String NOTE_IN_BLOCK =
      """
      update payment_ref r set seen_block = k.number
        from unnest(:refs::text[], :numbers::bigint[]) as k (ref, number)
       where r.ref = decode(k.ref, 'hex') and r.chain_id = :chain
         and coalesce(r.settled_block, r.early_block) is null
      """;
  private static final String MARK_EARLY =
      """
      update payment_ref r set early_block = k.number
        from unnest(:refs::text[], :numbers::bigint[]) as k (ref, number)
       where r.ref = decode(k.ref, 'hex') and r.chain_id = :chain
         and coalesce(r.settled_block, r.early_block) is null
      """;
  private static final String TAKE_BACK =
      """
      update payment_ref r set seen_block = null, early_block = null
        from unnest(:refs::text[]) as k (ref)
       where r.ref = decode(k.ref, 'hex') and r.chain_id = :chain
         and coalesce(r.early_block, -1) >= 0
      """;
  // After a halt: the blocks that settled these refs may be gone, and the refs may be settled
  // again.
  private static final String FORGET_AFTER =
      """
      update payment_ref set settled_block = null, settled_hash = null
       where chain_id = :chain and contract = :contract and settled_block > :number
      """;
  // Serialises signatures: of two windows that sign for two refs, one is refused.
  private static final String LOCK =
      """
      select true from payment where id = :id and merchant_id = :merchant for no key update
      """;

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

  /** Notes that the payer has signed for the ref, which was prepared. */
  void noteSigned(Handle handle, Payable payable) {
    at(handle.createUpdate(NOTE_SIGNED), payable).bind("until", payable.validBefore()).execute();
  }

  /** Notes that a node has the transaction that a wallet named. */
  void noteKnown(Handle handle, Payment payment, PreparedRefs.Prepared prepared, Bytes32 hash) {
    handle
        .createUpdate(NOTE_KNOWN)
        .bind("merchant", payment.merchantId())
        .bind("id", payment.id())
        .bind("chain", prepared.deployment().chainId())
        .bind("ref", prepared.ref().bytes())
        .bind("hash", hash.bytes())
        .execute();
  }

  /** Notes what a wallet says it sent; returns false if it was not prepared. */
  boolean noteSent(Handle handle, Payable payable, Bytes32 hash) {
    return at(handle.createUpdate(NOTE_SENT), payable)
            .bind("hash", hash.bytes())
            .bind("until", payable.validBefore())
            .execute()
        == 1;
  }

  /** A settlement of a ref, in this token. */
  public record Settlement(SettledLog log, String token) {}

  /**
   * Notes transactions that are on the chain, final or not, unless one was known before.
   *
   * @param now nobody was asked to send one that is valid for longer than minutes from now, and
   *     nothing tells for how long this one is
   */
  public void noteSeen(Handle handle, Deployment deployment, List<SettledLog> logs, Instant now) {
    handle
        .createUpdate(NOTE_SEEN)
        .bind("until", now.plus(PreparedRefs.SIGNATURE_TIME).getEpochSecond())
        .bindArray("refs", String.class, logs.stream().map(log -> log.ref().digits()).toList())
        .bindArray(
            "hashes", String.class, logs.stream().map(log -> log.transaction().digits()).toList())
        .bind("chain", deployment.chainId())
        .execute();
  }

  /** Notes in which blocks these are, which are not final. */
  public void noteInBlock(Handle handle, Deployment deployment, List<SettledLog> logs) {
    if (!logs.isEmpty()) {
      inBlocks(handle, NOTE_IN_BLOCK, deployment, logs);
    }
  }

  /** Notes that these are confirmed, in blocks that are not final. */
  public void markEarly(Handle handle, Deployment deployment, List<SettledLog> logs) {
    int marked = inBlocks(handle, MARK_EARLY, deployment, logs);
    if (marked != logs.size()) {
      throw new IllegalStateException(
          "marked " + marked + " of " + logs.size() + " refs that were open");
    }
  }

  private static int inBlocks(
      Handle handle, String update, Deployment deployment, List<SettledLog> logs) {
    return handle
        .createUpdate(update)
        .bindArray("refs", String.class, logs.stream().map(log -> log.ref().digits()).toList())
        .bindArray("numbers", Long.class, logs.stream().map(SettledLog::blockNumber).toList())
        .bind("chain", deployment.chainId())
        .execute();
  }

  /**
   * Notes that final blocks do not have what was confirmed before they were final; returns how many
   * of these refs were so.
   */
  public int takeBack(Handle handle, Deployment deployment, List<Bytes32> refs) {
    return handle
        .createUpdate(TAKE_BACK)
        .bindArray("refs", String.class, refs.stream().map(Bytes32::digits).toList())
        .bind("chain", deployment.chainId())
        .execute();
  }

  /** Forgets the transactions of these refs, which can no longer be mined. */
  public void forgetSent(Handle handle, Deployment deployment, List<Bytes32> refs) {
    handle
        .createUpdate(FORGET_SENT)
        .bindArray("refs", String.class, refs.stream().map(Bytes32::digits).toList())
        .bind("chain", deployment.chainId())
        .execute();
  }

  /** Forgets the settlements in blocks after this one. */
  public void forgetAfter(Handle handle, Deployment deployment, long number) {
    handle
        .createUpdate(FORGET_AFTER)
        .bind("chain", deployment.chainId())
        .bind("contract", deployment.contract().bytes())
        .bind("number", number)
        .execute();
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
