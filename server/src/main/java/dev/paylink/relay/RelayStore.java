package dev.paylink.relay;

import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.id.UuidV7;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * Writes the accounts, orders and transactions of relays. Handles belong to the caller's
 * transaction. Old orders are deleted once they are over, and what their days have cost.
 */
final class RelayStore implements Retention.Removal {
  // The nonce of final blocks is reached by others only if the key is used elsewhere, too.
  private static final String OPEN_ACCOUNT =
      """
      insert into relay_account (chain_id, account, next_nonce) values (:chain, :account, :latest)
      on conflict (chain_id, account)
      do update set next_nonce = excluded.next_nonce
       where relay_account.next_nonce < :final and excluded.next_nonce >= :final
      """;
  private static final String SEEN =
      """
      update relay_account set balance = :balance, fee = :fee, seen_at = :now
       where chain_id = :chain and account = :account
      """;
  // The update is the lock: who takes the next one waits until this transaction ends, and sees
  // then whether the nonce was used or given back.
  private static final String TAKE_NONCE =
      """
      update relay_account set next_nonce = next_nonce + 1
       where chain_id = :chain and account = :account returning next_nonce - 1
      """;
  private static final String INSERT =
      """
      insert into relay_order (id, merchant_id, payment_id, chain_id, kind, token, payer, given, valid_after,
                               valid_before, signature, day)
      values (:id, :merchant, :payment, :chain, :kind, :token, :payer, :given, :after, :before, :signature, :day)
      on conflict do nothing
      """;
  // Another relay that has it already is not waited for.
  private static final String LOCK_WAITING =
      """
      select true from relay_order where id = :id and merchant_id = :merchant and state = 'waiting'
         for update skip locked
      """;
  private static final String MARK_SENT =
      """
      update relay_order
         set state = 'sent', account = :account, nonce = :nonce, gas = :gas, ceiling = :ceiling,
             reserved = :reserved, day = :day
       where id = :id and merchant_id = :merchant and state = 'waiting'
      """;
  private static final String REFUSE =
      """
      update relay_order set state = 'refused', reason = :reason
       where id = :id and merchant_id = :merchant and state = 'waiting'
      """;
  private static final String FINISH =
      """
      update relay_order set state = :state, reason = :reason, spent = :spent
       where id = :id and merchant_id = :merchant and state = 'sent' and nonce = :nonce
      """;
  private static final String REQUEUE =
      """
      update relay_order set state = 'waiting', nonce = null, account = null, reserved = 0
       where id = :id and merchant_id = :merchant and state = 'sent' and nonce = :nonce
      """;
  private static final String ADD_ATTEMPT =
      """
      insert into relay_attempt (chain_id, account, nonce, attempt, hash, raw, fee, tip, empty, signed_at)
      values (:chain, :account, :nonce, :attempt, :hash, :raw, :fee, :tip, :empty, :now)
      on conflict do nothing
      """;
  // Those that are over, with the transactions of their nonces, which are used up in final blocks.
  private static final String DELETE_OLD =
      """
      with gone as (
        delete from relay_order where state in ('done', 'failed', 'refused') and (id, merchant_id) in (
          select id, merchant_id from relay_order where id > :from and id < :end order by id limit :most)
        returning id, chain_id, account, nonce),
      transactions as (
        delete from relay_attempt where (chain_id, account, nonce, attempt) in (
          select a.chain_id, a.account, a.nonce, a.attempt from gone g
           cross join lateral (
                 select chain_id, account, nonce, attempt from relay_attempt
                  where chain_id = g.chain_id and account = g.account and nonce = g.nonce offset 0) a))
      select id from gone
      """;

  private final RelayDayStore days = new RelayDayStore();

  /** Stores an account; raises its nonce if final blocks have used it up without us. */
  void open(Handle handle, long chain, EvmAddress account, long latest, long inFinalBlocks) {
    at(handle.createUpdate(OPEN_ACCOUNT), chain, account)
        .bind("latest", latest)
        .bind("final", inFinalBlocks)
        .execute();
  }

  void seen(
      Handle handle,
      long chain,
      EvmAddress account,
      BigInteger balance,
      BigInteger fee,
      Instant now) {
    at(handle.createUpdate(SEEN), chain, account)
        .bind("balance", new BigDecimal(balance))
        .bind("fee", new BigDecimal(fee))
        .bind("now", now)
        .execute();
  }

  /**
   * Takes the account's next nonce. No other relay gets one before the transaction ends; if it is
   * rolled back, the nonce is free again.
   */
  long takeNonce(Handle handle, long chain, EvmAddress account) {
    return at(handle.createQuery(TAKE_NONCE), chain, account).mapTo(Long.class).one();
  }

  /** Stores an order; returns false if the payment has one that is waiting, sent or done. */
  boolean insert(Handle handle, RelayOrder order) {
    return of(handle.createUpdate(INSERT), order)
            .bind("payment", order.paymentId())
            .bind("chain", order.chainId())
            .bind("kind", order.kind().name())
            .bind("token", order.token())
            .bind("payer", order.payer())
            .bind("given", order.given())
            .bind("after", order.validAfter())
            .bind("before", order.validBefore())
            .bind("signature", order.signature())
            .bind("day", order.day())
            .execute()
        == 1;
  }

  /** Returns false if the order is waiting no longer, or another relay is about to send it. */
  boolean lockWaiting(Handle handle, RelayOrder order) {
    return of(handle.createQuery(LOCK_WAITING), order).mapTo(Boolean.class).findOne().isPresent();
  }

  /** A stored transaction. */
  record Attempt(
      int attempt,
      byte[] hash,
      byte[] raw,
      BigDecimal fee,
      BigDecimal tip,
      boolean empty,
      Instant signedAt) {
    Bytes32 transaction() {
      return Bytes32.of(hash);
    }

    BigInteger feeWei() {
      return fee.toBigInteger();
    }

    BigInteger tipWei() {
      return tip.toBigInteger();
    }
  }

  /** Gives an order its nonce, with what may be spent on it. */
  void markSent(
      Handle handle, RelayOrder order, EvmAddress account, long nonce, Plan plan, LocalDate day) {
    int marked =
        of(handle.createUpdate(MARK_SENT), order)
            .bind("account", account.bytes())
            .bind("nonce", nonce)
            .bind("gas", plan.gas())
            .bind("ceiling", new BigDecimal(plan.ceiling()))
            .bind("reserved", new BigDecimal(plan.reserved()))
            .bind("day", day)
            .execute();
    if (marked != 1) {
      throw new IllegalStateException("order " + order.id() + " was changed under its lock");
    }
  }

  /** Stores a signed transaction; returns false if another relay has stored one in its place. */
  boolean add(Handle handle, long chain, EvmAddress account, long nonce, Attempt attempt) {
    return at(handle.createUpdate(ADD_ATTEMPT), chain, account)
            .bind("nonce", nonce)
            .bind("attempt", attempt.attempt)
            .bind("hash", attempt.hash)
            .bind("raw", attempt.raw)
            .bind("fee", attempt.fee)
            .bind("tip", attempt.tip)
            .bind("empty", attempt.empty)
            .bind("now", attempt.signedAt)
            .execute()
        == 1;
  }

  /** Refuses an order that is in no transaction; returns false if it is in one. */
  boolean refuse(Handle handle, RelayOrder order, String reason) {
    return of(handle.createUpdate(REFUSE), order).bind("reason", reason).execute() == 1;
  }

  /** Ends an order whose nonce is used up for ever, and counts what it has cost. */
  void finish(
      Handle handle,
      RelayOrder order,
      RelayOrder.State state,
      @Nullable String reason,
      BigInteger spent) {
    int finished =
        of(handle.createUpdate(FINISH), order)
            .bind("nonce", order.nonce())
            .bind("state", state.name())
            .bind("reason", reason)
            .bind("spent", new BigDecimal(spent))
            .execute();
    if (finished == 1) {
      days.settle(handle, order, spent, state == RelayOrder.State.failed ? spent : BigInteger.ZERO);
    }
  }

  /** Has an order wait again whose transactions can never be mined. */
  void requeue(Handle handle, RelayOrder order) {
    if (of(handle.createUpdate(REQUEUE), order).bind("nonce", order.nonce()).execute() == 1) {
      days.settle(handle, order, BigInteger.ZERO, BigInteger.ZERO);
    }
  }

  @Override
  public Retention.Step remove(Handle handle, Retention.Range range, int most) {
    days.remove(handle, LocalDate.ofInstant(range.before(), ZoneOffset.UTC), most);
    return Retention.Step.of(handle, DELETE_OLD, range, most);
  }

  static UUID newId(Instant now) {
    return UuidV7.at(now);
  }

  private static <S extends SqlStatement<S>> S at(S statement, long chain, EvmAddress account) {
    return statement.bind("chain", chain).bind("account", account.bytes());
  }

  private static <S extends SqlStatement<S>> S of(S statement, RelayOrder order) {
    return statement.bind("id", order.id()).bind("merchant", order.merchantId());
  }
}
