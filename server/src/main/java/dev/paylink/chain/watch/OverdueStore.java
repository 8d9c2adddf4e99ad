package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Bytes32;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.EvmAddress;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Open payments whose time has run out on every chain that could still settle them. */
final class OverdueStore {
  // A payment without refs could be paid anywhere until it had one, so it waits for all chains.
  static final String OVERDUE =
      """
      select p.merchant_id, p.id
        from payment p
       where p.status in ('created', 'submitted') and p.expires_at <= :here::timestamptz
         and (p.expires_at <= :everywhere::timestamptz
              or exists (select from payment_ref r
                          where r.payment_id = p.id and r.merchant_id = p.merchant_id))
         and not exists (
               select from payment_ref r
                 left join chain_cursor c on c.chain_id = r.chain_id and c.contract = r.contract
                                         and c.halted is null
                where r.payment_id = p.id and r.merchant_id = p.merchant_id
                  and (c.time is null or c.time < p.expires_at))
       order by p.expires_at
       limit :most::bigint
      """;
  static final String REFS =
      """
      select r.payment_id, r.chain_id, r.contract, r.ref, r.deadline
        from unnest(:merchants::uuid[], :payments::uuid[]) as k (merchant_id, payment_id)
       cross join lateral (
             select * from payment_ref
              where payment_id = k.payment_id and merchant_id = k.merchant_id offset 0) r
      """;

  record Overdue(MerchantId merchantId, PaymentId payment) {}

  record Ref(PaymentId payment, Deployment deployment, Bytes32 ref, long deadline) {}

  /**
   * @param here the time of the block up to which the asking chain is read
   * @param everywhere the least such time of all configured chains
   */
  List<Overdue> find(Handle handle, Instant here, Instant everywhere, int most) {
    return handle
        .createQuery(OVERDUE)
        .bind("here", here.atOffset(ZoneOffset.UTC))
        .bind("everywhere", everywhere.atOffset(ZoneOffset.UTC))
        .bind("most", most)
        .map(
            row ->
                new Overdue(
                    row.getColumn("merchant_id", MerchantId.class),
                    row.getColumn("id", PaymentId.class)))
        .list();
  }

  List<Ref> refs(Handle handle, List<Overdue> payments) {
    return handle
        .createQuery(REFS)
        .bindArray(
            "merchants", MerchantId.class, payments.stream().map(Overdue::merchantId).toList())
        .bindArray("payments", PaymentId.class, payments.stream().map(Overdue::payment).toList())
        .map(
            row ->
                new Ref(
                    row.getColumn("payment_id", PaymentId.class),
                    new Deployment(
                        row.getColumn("chain_id", Long.class),
                        EvmAddress.of(row.getColumn("contract", byte[].class))),
                    Bytes32.of(row.getColumn("ref", byte[].class)),
                    row.getColumn("deadline", Long.class)))
        .list();
  }
}
