package dev.paylink.settlement.hold;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Keeps the confirmations that wait for a decision, each by its reference. */
public final class HeldStore {
  private static final String INSERT =
      """
      insert into held_settlement (merchant_id, payment_id, event_ref, chain_id, token, transaction,
                                   occurred_at, held_at)
      values (?, ?, ?, ?, ?, ?::json, ?, ?) on conflict do nothing
      """;
  private static final String WAITING =
      """
      select * from held_settlement
       where decision is null and held_at > '-infinity' order by held_at, event_ref limit :limit
      """;
  private static final String DECIDED =
      """
      select * from held_settlement
       where decision is not null order by held_at, event_ref limit :limit
      """;
  private static final String OF_PAYMENT =
      """
      select * from held_settlement
       where payment_id = :payment and decision is null order by event_ref
      """;
  private static final String IS_WAITING =
      """
      select 1 from held_settlement
       where payment_id = ? and merchant_id = ? and decision is null limit 1
      """;
  private static final String AMONG =
      "select distinct payment_id from held_settlement where payment_id = any(:payments)";
  private static final String TOKEN_OF =
      """
      select min(token) from held_settlement where payment_id = :payment and merchant_id = :merchant
      """;
  private static final String COUNT =
      """
      select count(*) from (
        select 1 from held_settlement
         where decision is null and held_at > '-infinity' limit :most) waiting
      """;
  private static final String COUNT_TOKEN =
      """
      select count(*) from (
        select 1 from held_settlement
         where token = :token and chain_id = :chain and decision is null and token > ''
         limit :most) waiting
      """;
  private static final String IS_ANY_OF =
      """
      select exists (select 1 from held_settlement
                      where token = :token and chain_id = :chain and merchant_id = :merchant
                        and decision is null and token > '')
      """;
  private static final String DECIDE =
      """
      update held_settlement set decision = :decision
       where payment_id = :payment and decision is null
      """;
  private static final String CONFIRM_TOKEN =
      """
      update held_settlement set decision = 'confirmed'
       where token = :token and chain_id = :chain and decision is null and token > ''
      """;
  private static final String DELETE =
      """
      delete from held_settlement
       where payment_id = :payment and event_ref = :ref and merchant_id = :merchant
      """;
  private static final String FORGET =
      """
      delete from held_settlement
       where payment_id = any(:payments) and chain_id = :chain
         and coalesce((transaction ->> 'blockNumber')::bigint > :number,
                      event_ref not like 'summed:%' and event_ref not like 'tolerated:%')
      """;
  // What is held because of several transfers names no block.
  private static final String SUMS =
      """
      select * from held_settlement
       where payment_id = any(:payments) and (event_ref like 'summed:%' or event_ref like 'tolerated:%')
      """;

  /** Numbers above this one are not counted out. */
  public static final int MAX_COUNTED = 1_000;

  /** Stores a confirmation that waits; returns false if it waits already. */
  public boolean insert(Connection connection, Held held) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setObject(1, held.merchantId().value());
      insert.setObject(2, held.paymentId().value());
      insert.setString(3, held.eventRef());
      insert.setLong(4, held.chainId());
      insert.setString(5, held.token());
      insert.setString(6, held.transaction());
      Instant occurredAt = held.occurredAt();
      insert.setObject(7, occurredAt == null ? null : occurredAt.atOffset(ZoneOffset.UTC));
      insert.setObject(8, held.heldAt().atOffset(ZoneOffset.UTC));
      return insert.executeUpdate() == 1;
    }
  }

  /** Returns those that wait for a decision, the oldest first. */
  public List<Held> waiting(Handle handle, int limit) {
    return handle.createQuery(WAITING).bind("limit", limit).mapTo(Held.class).list();
  }

  /** Returns those that are decided about and not applied yet, the oldest first. */
  public List<Held> decided(Handle handle, int limit) {
    return handle.createQuery(DECIDED).bind("limit", limit).mapTo(Held.class).list();
  }

  /** Returns what waits for a decision about this payment. */
  public List<Held> ofPayment(Handle handle, PaymentId payment) {
    return handle.createQuery(OF_PAYMENT).bind("payment", payment).mapTo(Held.class).list();
  }

  /** Tells whether anything waits for a decision about this payment. */
  public boolean isWaiting(Connection connection, MerchantId merchant, PaymentId payment)
      throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(IS_WAITING)) {
      query.setObject(1, payment.value());
      query.setObject(2, merchant.value());
      try (ResultSet rows = query.executeQuery()) {
        return rows.next();
      }
    }
  }

  /** Returns those of these payments of which something is held, decided about or not. */
  public Set<PaymentId> among(Handle handle, Collection<PaymentId> payments) {
    return handle
        .createQuery(AMONG)
        .bindArray("payments", PaymentId.class, payments.toArray())
        .mapTo(PaymentId.class)
        .set();
  }

  /** Returns the token in which this payment is held; null if it is not. */
  public @Nullable String tokenOf(Handle handle, MerchantId merchant, PaymentId payment) {
    return handle
        .createQuery(TOKEN_OF)
        .bind("merchant", merchant)
        .bind("payment", payment)
        .mapTo(String.class)
        .findOne()
        .orElse(null);
  }

  /** Returns how many wait for a decision, up to {@link #MAX_COUNTED}. */
  public int count(Handle handle) {
    return handle.createQuery(COUNT).bind("most", MAX_COUNTED).mapTo(Integer.class).one();
  }

  /** Returns how many of a token wait for a decision, up to {@link #MAX_COUNTED}. */
  public int count(Handle handle, long chain, String token) {
    return handle
        .createQuery(COUNT_TOKEN)
        .bind("token", token)
        .bind("chain", chain)
        .bind("most", MAX_COUNTED)
        .mapTo(Integer.class)
        .one();
  }

  /** Tells whether anything of this merchant waits in a token. */
  public boolean isAnyOf(Handle handle, MerchantId merchant, long chain, String token) {
    return handle
        .createQuery(IS_ANY_OF)
        .bind("token", token)
        .bind("chain", chain)
        .bind("merchant", merchant)
        .mapTo(Boolean.class)
        .one();
  }

  /** Decides about a payment; returns false if nothing of it waits. */
  public boolean decide(Handle handle, PaymentId payment, Held.Decision decision) {
    return handle
            .createUpdate(DECIDE)
            .bind("payment", payment)
            .bind("decision", decision.name())
            .execute()
        > 0;
  }

  /** Confirms all that waits in a token. */
  public void confirm(Handle handle, long chain, String token) {
    handle.createUpdate(CONFIRM_TOKEN).bind("token", token).bind("chain", chain).execute();
  }

  /** Deletes one that was applied; returns false if it is not there any more. */
  public boolean delete(Handle handle, Held held) {
    return handle
            .createUpdate(DELETE)
            .bind("payment", held.paymentId())
            .bind("ref", held.eventRef())
            .bind("merchant", held.merchantId())
            .execute()
        > 0;
  }

  /** Returns what is held of these payments because of several transfers together. */
  public List<Held> sums(Handle handle, Collection<PaymentId> payments) {
    return handle
        .createQuery(SUMS)
        .bindArray("payments", PaymentId.class, payments.toArray())
        .mapTo(Held.class)
        .list();
  }

  /**
   * Forgets what blocks of a chain after this one said about these payments: they are read again.
   * What is held because of several transfers stays: the caller knows which of them are left.
   */
  public void forget(Handle handle, long chain, long number, Collection<PaymentId> payments) {
    handle
        .createUpdate(FORGET)
        .bind("chain", chain)
        .bind("number", number)
        .bindArray("payments", PaymentId.class, payments.toArray())
        .execute();
  }
}
