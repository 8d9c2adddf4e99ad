package dev.paylink.chain;

import dev.paylink.payment.PaymentId;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
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

  record Overdue(UUID merchantId, PaymentId payment) {}

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
            (row, context) ->
                new Overdue(
                    row.getObject("merchant_id", UUID.class),
                    new PaymentId(row.getObject("id", UUID.class))))
        .list();
  }

  List<Ref> refs(Handle handle, List<Overdue> payments) {
    return handle
        .createQuery(REFS)
        .bindArray("merchants", UUID.class, payments.stream().map(Overdue::merchantId).toList())
        .bindArray("payments", UUID.class, payments.stream().map(p -> p.payment().value()).toList())
        .map(
            (row, context) ->
                new Ref(
                    new PaymentId(row.getObject("payment_id", UUID.class)),
                    new Deployment(row.getLong("chain_id"), Address.of(row.getBytes("contract"))),
                    Bytes32.of(row.getBytes("ref")),
                    row.getLong("deadline")))
        .list();
  }
}
