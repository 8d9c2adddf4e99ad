package dev.paylink.settlement.refund;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RefundId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * The refunds of one settlement contract, as its chain settles them. Handles belong to the caller's
 * transaction.
 */
public final class RefundWatchQueries {
  private static final String KNOWN =
      """
      select r.merchant_id as merchant, r.id, r.ref, r.deadline, r.payee, r.token_address, r.units,
             r.settled_block is not null as settled
        from unnest(:refs::text[]) as k (ref)
        join refund r on r.ref = decode(k.ref, 'hex') and r.chain_id = :chain
                     and r.contract = :contract
      """;
  private static final String OPEN =
      """
      select r.merchant_id as merchant, r.id, r.ref, r.deadline, r.payee, r.token_address, r.units,
             false as settled
        from refund r
       where r.open and r.chain_id = :chain and r.contract = :contract
         and (r.deadline, r.ref) > (:deadline::bigint, :ref::bytea) and r.deadline <= :latest::bigint
       order by r.deadline, r.ref limit :most::bigint
      """;
  private static final String SENT =
      """
      select r.merchant_id as merchant, r.id, r.ref, r.deadline, r.payee, r.token_address, r.units,
             false as settled
        from refund r
       where r.status = 'sent' and r.chain_id = :chain and r.contract = :contract
       order by r.ref limit :most::bigint
      """;
  // Nothing can be settled without an address, so that no ref is asked for.
  private static final String UNADDRESSED =
      """
      select r.merchant_id as merchant, r.id from refund r
       where r.open and r.chain_id = :chain and r.contract is null and r.deadline <= :latest::bigint
       limit :most::bigint
      """;
  private static final String LOCK =
      RefundQueries.COLUMNS
          + """
              , r.settled_in
              from refund r where r.id = :id and r.merchant_id = :merchant for update
          """;

  /** Which refund. */
  public record Key(MerchantId merchant, RefundId id) {}

  /** A refund that a chain may settle. */
  public record Watched(
      Key key,
      Bytes32 ref,
      long deadline,
      EvmAddress to,
      EvmAddress tokenAddress,
      BigInteger units,
      boolean settled) {}

  /** A refund to change, and the hash of the block that settled it before, if one did. */
  record Locked(Refund refund, @Nullable Bytes32 settledIn) {}

  public List<Watched> known(
      Handle handle, long chainId, EvmAddress contract, Collection<Bytes32> refs) {
    return of(handle, KNOWN, chainId, contract)
        .bindArray("refs", String.class, refs.stream().map(Bytes32::digits).toList())
        .map(RefundWatchQueries::watched)
        .list();
  }

  /**
   * Returns the next refunds that can still be settled, by the end of their time.
   *
   * @param latest only those that end until this second
   */
  public List<Watched> open(
      Handle handle,
      long chainId,
      EvmAddress contract,
      long afterDeadline,
      Bytes32 afterRef,
      long latest,
      int most) {
    return of(handle, OPEN, chainId, contract)
        .bind("deadline", afterDeadline)
        .bind("ref", afterRef.bytes())
        .bind("latest", latest)
        .bind("most", most)
        .map(RefundWatchQueries::watched)
        .list();
  }

  /** Returns refunds that were seen in a block that was not final. */
  public List<Watched> sent(Handle handle, long chainId, EvmAddress contract, int most) {
    return of(handle, SENT, chainId, contract)
        .bind("most", most)
        .map(RefundWatchQueries::watched)
        .list();
  }

  /** Returns refunds that are still without an address, although the time for it is over. */
  public List<Key> unaddressed(Handle handle, long chainId, long latest, int most) {
    return handle
        .createQuery(UNADDRESSED)
        .bind("chain", chainId)
        .bind("latest", latest)
        .bind("most", most)
        .mapTo(Key.class)
        .list();
  }

  @Nullable Locked lock(Handle handle, Key key) {
    return handle
        .createQuery(LOCK)
        .bind("merchant", key.merchant)
        .bind("id", key.id)
        .map(
            row -> {
              byte[] in = row.getColumn("settled_in", byte[].class);
              return new Locked(RefundQueries.refund(row), in == null ? null : Bytes32.of(in));
            })
        .findOne()
        .orElse(null);
  }

  private static Query of(Handle handle, String sql, long chainId, EvmAddress contract) {
    return handle.createQuery(sql).bind("chain", chainId).bind("contract", contract.bytes());
  }

  private static Watched watched(RowView row) {
    return new Watched(
        row.getRow(Key.class),
        Bytes32.of(row.getColumn("ref", byte[].class)),
        row.getColumn("deadline", Long.class),
        EvmAddress.of(row.getColumn("payee", String.class)),
        EvmAddress.of(row.getColumn("token_address", byte[].class)),
        row.getColumn("units", BigDecimal.class).toBigIntegerExact(),
        row.getColumn("settled", Boolean.class));
  }
}
