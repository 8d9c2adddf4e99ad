package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Prices;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.db.Shards;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Reads the refs of payments, as their chain settles them. Handles belong to the caller. */
public final class WatchedRefQueries {
  // Asked on all servers, where there are several.
  private static final String OWNERS =
      """
      select distinct r.merchant_id from unnest(:refs::text[]) as k (ref)
        join payment_ref r on r.ref = decode(k.ref, 'hex') and r.chain_id = :chain
      """;
  private static final String KNOWN =
      """
      select r.ref, r.merchant_id, r.payment_id, r.token, r.amount, r.deadline, r.prices,
             r.settled_block is not null as settled, p.status = 'created' as untouched,
             r.early_block is null and p.status in ('created', 'submitted')
               and coalesce(r.amount <= t.safe_amounts[array_position(t.safe_currencies, p.currency)], false)
               and not exists (
                     select from payment_ref o
                      where o.payment_id = r.payment_id and o.merchant_id = r.merchant_id and o.ref <> r.ref
                        and %2$s)
               and not exists (
                     select from transfer_address d
                      where d.payment_id = r.payment_id and d.merchant_id = r.merchant_id and %3$s) as early,
             r.seen_block
        from unnest(:refs::text[]) as k (ref)
       cross join lateral (
             select * from payment_ref
              where ref = decode(k.ref, 'hex') and chain_id = :chain and contract = :contract
                and %1$s
             offset 0) r
       cross join lateral (
             select status, currency, created_at from payment
              where id = r.payment_id and merchant_id = r.merchant_id and %1$s offset 0) p
        left join lateral (
             select safe_currencies, safe_amounts from settlement_rule
              where merchant_id = r.merchant_id and set_at <= p.created_at and %1$s
              order by set_at desc limit 1) t on true
      """
          .formatted(
              Shards.onlyNamed("merchant_id"),
              Shards.onlyNamed("o.merchant_id"),
              Shards.onlyNamed("d.merchant_id"));
  // A success that no settlement made was made by transfers, whole or not. Parts are one way.
  private static final String COUNT_SETTLED =
      """
      select (select count(*) from payment_ref
               where payment_id = :id and merchant_id = :merchant and settled_block is not null
                 and encode(ref, 'hex') <> all(:refs::text[]))
           + greatest(
               (select count(*) from transfer_address
                 where payment_id = :id and merchant_id = :merchant and received + late >= expected),
               (select count(*)
                  from (select 1 from transfer_address
                         where payment_id = :id and merchant_id = :merchant
                        having sum(received + late) >= max(expected)) w),
               (select count(*)
                  from (select from transfer_address
                         where payment_id = :id and merchant_id = :merchant and received + late > 0 limit 1) d
                 where not exists (
                         select from received_transfer
                          where payment_id = :id and merchant_id = :merchant and source = 'settlement' and counts)))
      """;

  // Payments that blocks after this one have changed, on any node.
  private static final String CHANGED_AFTER =
      """
      select payment_id, settled_hash from payment_ref
       where chain_id = :chain and contract = :contract and settled_block > :number
      union all
      select payment_id, null from incoming_transfer where chain_id = :chain and block_number > :number
      union all
      select payment_id, null from refund
       where chain_id = :chain and contract = :contract and settled_block > :number
      """;

  private static final String DEPLOYMENTS =
      """
      select c.chain_id, c.contract from chain_cursor c
       where (c.chain_id, c.contract) in (
               select chain_id, contract from payment_ref where settled_block is null and deadline > :now)
      """;
  private static final String ENDED =
      """
      select r.ref, r.payment_id,
             p.status = 'submitted'
               and not exists (
                     select from payment_ref o
                      where o.payment_id = r.payment_id and o.merchant_id = r.merchant_id
                        and o.ref <> r.ref and (o.sent_known or o.settled_block is not null)) as last
        from payment_ref r
        join payment p on p.id = r.payment_id and p.merchant_id = r.merchant_id
       where r.chain_id = :chain and r.contract = :contract and r.sent_known
         and r.settled_block is null and r.given_until <= :now
       order by r.given_until, r.ref limit :most
      """;
  private static final String OPEN =
      """
      select deadline, ref from payment_ref
       where chain_id = :chain and contract = :contract and settled_block is null
         and (deadline, ref) > (:deadline::bigint, :ref::bytea)
       order by deadline, ref limit :most::bigint
      """;

  /**
   * A ref that a payment waits for.
   *
   * @param token in which it is paid, or was prepared first
   * @param accepted all prices that the contract accepts for it
   * @param settled whether its settlement is recorded
   * @param untouched whether nothing is known of the payment yet
   * @param early whether the payment is open, so small that its merchant does not wait for
   *     finality, and was prepared in no other way
   * @param seenBlock the block in which it was seen, if that is so
   */
  public record Known(
      Bytes32 ref,
      MerchantId merchantId,
      PaymentId payment,
      String token,
      BigDecimal amount,
      long deadline,
      Prices accepted,
      boolean settled,
      boolean untouched,
      boolean early,
      @Nullable Long seenBlock) {

    /**
     * Returns the ref with the token that this log pays it in; null if the log's fields do not hash
     * to it, or if its price is not accepted.
     */
    public @Nullable Known paidBy(Deployment deployment, SettledLog log) {
      if (!log.fits(ref, deployment, deadline, accepted)) {
        return null;
      }
      Prices.Price price = accepted.find(log.token(), log.amount());
      return price == null || price.symbol().equals(token)
          ? this
          : new Known(
              ref,
              merchantId,
              payment,
              price.symbol(),
              amount,
              deadline,
              accepted,
              settled,
              untouched,
              early,
              seenBlock);
    }
  }

  public List<Known> known(Handle handle, Deployment deployment, Collection<Bytes32> refs) {
    List<String> digits = refs.stream().map(Bytes32::digits).toList();
    if (!Shards.of(handle).areSeveral()) {
      return known(handle, deployment, digits, null);
    }
    return handle
        .createQuery(OWNERS)
        .bindArray("refs", String.class, digits)
        .bind("chain", deployment.chainId())
        .mapTo(UUID.class)
        .list()
        .stream()
        .flatMap(merchant -> known(handle, deployment, digits, merchant).stream())
        .toList();
  }

  private static List<Known> known(
      Handle handle, Deployment deployment, List<String> refs, @Nullable UUID only) {
    return handle
        .createQuery(KNOWN)
        .bindArray("refs", String.class, refs)
        .bind("only", only)
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
                    Prices.read(row.getColumn("prices", String[].class)),
                    row.getColumn("settled", Boolean.class),
                    row.getColumn("untouched", Boolean.class),
                    row.getColumn("early", Boolean.class),
                    row.getColumn("seen_block", Long.class)))
        .list();
  }

  /**
   * Returns how many further refs of the payment, which is a success, are settled, and in how many
   * tokens its whole amount has come to its address, or in parts, or less that was accepted: the
   * payer may have paid in two ways.
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

  /**
   * Returns the payments that blocks after this one have changed, each with the transactions that
   * have settled it.
   */
  Map<PaymentId, Set<Bytes32>> changedAfter(Handle handle, Deployment deployment, long number) {
    Map<PaymentId, Set<Bytes32>> changed = new LinkedHashMap<>();
    handle
        .createQuery(CHANGED_AFTER)
        .bind("chain", deployment.chainId())
        .bind("contract", deployment.contract().bytes())
        .bind("number", number)
        .map(
            row -> {
              Set<Bytes32> by =
                  changed.computeIfAbsent(
                      row.getColumn("payment_id", PaymentId.class), payment -> new HashSet<>());
              byte[] hash = row.getColumn("settled_hash", byte[].class);
              return hash == null || by.add(Bytes32.of(hash));
            })
        .list();
    return changed;
  }

  /**
   * A transaction that was seen and has ended.
   *
   * @param isLast whether its payment is submitted, and nothing else of it is under way
   */
  record Sent(Bytes32 ref, PaymentId payment, boolean isLast) {}

  /** Returns refs whose transactions were known to nodes and can no longer be mined. */
  List<Sent> ended(Handle handle, Deployment deployment, Instant now, int most) {
    return handle
        .createQuery(ENDED)
        .bind("chain", deployment.chainId())
        .bind("contract", deployment.contract().bytes())
        .bind("now", now.getEpochSecond())
        .bind("most", most)
        .map(
            row ->
                new Sent(
                    Bytes32.of(row.getColumn("ref", byte[].class)),
                    row.getColumn("payment_id", PaymentId.class),
                    row.getColumn("last", Boolean.class)))
        .list();
  }

  /** Returns the deployments that can settle refs after this time. */
  public List<Deployment> deployments(Handle handle, Instant now) {
    return handle
        .createQuery(DEPLOYMENTS)
        .bind("now", now.getEpochSecond())
        .map(
            row ->
                new Deployment(
                    row.getColumn("chain_id", Long.class),
                    EvmAddress.of(row.getColumn("contract", byte[].class))))
        .list();
  }

  /** Returns the next refs that are not settled, ordered by the end of their time. */
  List<Followed.Open> open(Handle handle, Deployment deployment, Followed.Open after, int most) {
    return handle
        .createQuery(OPEN)
        .bind("chain", deployment.chainId())
        .bind("contract", deployment.contract().bytes())
        .bind("deadline", after.deadline())
        .bind("ref", after.ref().bytes())
        .bind("most", most)
        .map(
            row ->
                new Followed.Open(
                    row.getColumn("deadline", Long.class),
                    Bytes32.of(row.getColumn("ref", byte[].class))))
        .list();
  }
}
