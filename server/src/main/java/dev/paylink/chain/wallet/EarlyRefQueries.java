package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.payment.Payment;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Reads the refs of payments that need not be final: those that were seen, and those that are
 * confirmed. Handles belong to the caller.
 */
public final class EarlyRefQueries {
  // A second way to pay may have been prepared since it was seen. Not exists would read all there
  // is.
  private static final String SEEN =
      """
      select ref, seen_block
        from (select r.ref, r.seen_block,
                     p.status = 'submitted'
                       and (select true from payment_ref o
                             where o.payment_id = r.payment_id and o.merchant_id = r.merchant_id
                               and o.ref <> r.ref limit 1) is null
                       and (select true from transfer_address d
                             where d.payment_id = r.payment_id and d.merchant_id = r.merchant_id
                             limit 1) is null as early
                from payment_ref r
                join payment p on p.id = r.payment_id and p.merchant_id = r.merchant_id
               where r.chain_id = :chain and r.contract = :contract and r.seen_block > :read
                 and r.early_block is null
               order by r.seen_block limit :most) s
       where early order by seen_block
      """;
  private static final String COUNT_WAYS =
      """
      select (select count(*) from payment_ref
               where payment_id = any(:payments::uuid[]) and merchant_id = any(:merchants::uuid[]))
           + (select count(*) from transfer_address
               where payment_id = any(:payments::uuid[]) and merchant_id = any(:merchants::uuid[]))
      """;
  private static final String CONFIRMED =
      """
      select ref, payment_id from payment_ref
       where chain_id = :chain and contract = :contract and early_block <= :read
       order by early_block, ref limit :most
      """;
  private static final String EARLY_AFTER =
      """
      select max(c.early_after)::float8
        from payment_ref r
        join chain_cursor c on c.chain_id = r.chain_id and c.contract = r.contract
       where r.payment_id = :payment and r.merchant_id = :merchant and r.chain_id = :chain
         and r.seen_block is not null
      """;

  /** A ref of a payment that need not be final, and the block in which it was seen. */
  public record Seen(Bytes32 ref, long block) {}

  /** A payment that was confirmed before its block was final. */
  public record Confirmed(Bytes32 ref, PaymentId payment) {}

  /** Returns refs that were seen after this block, in the order of their blocks. */
  public List<Seen> seen(Handle handle, Deployment deployment, long read, int most) {
    return after(handle, SEEN, deployment, read, most)
        .map(
            row ->
                new Seen(
                    Bytes32.of(row.getColumn("ref", byte[].class)),
                    row.getColumn("seen_block", Long.class)))
        .list();
  }

  /** Returns what was confirmed in blocks up to this one, and is not final. */
  public List<Confirmed> confirmed(Handle handle, Deployment deployment, long read, int most) {
    return after(handle, CONFIRMED, deployment, read, most)
        .map(
            row ->
                new Confirmed(
                    Bytes32.of(row.getColumn("ref", byte[].class)),
                    row.getColumn("payment_id", PaymentId.class)))
        .list();
  }

  private static Query after(
      Handle handle, String sql, Deployment deployment, long read, int most) {
    return handle
        .createQuery(sql)
        .bind("chain", deployment.chainId())
        .bind("contract", deployment.contract().bytes())
        .bind("read", read)
        .bind("most", most);
  }

  /** Returns in how many ways these payments were prepared to be paid, all together. */
  public int countWays(Handle handle, List<MerchantId> merchants, List<PaymentId> payments) {
    return handle
        .createQuery(COUNT_WAYS)
        .bindArray("merchants", MerchantId.class, merchants)
        .bindArray("payments", PaymentId.class, payments)
        .mapTo(Integer.class)
        .one();
  }

  /**
   * Returns in how many seconds a payment that need not be final is usually confirmed; null if this
   * one must be, or nobody knows.
   */
  @Nullable Double earlyAfter(Handle handle, Payment payment, long chainId) {
    return handle
        .createQuery(EARLY_AFTER)
        .bind("payment", payment.id())
        .bind("merchant", payment.merchantId())
        .bind("chain", chainId)
        .mapTo(Double.class)
        .findOne()
        .orElse(null);
  }
}
