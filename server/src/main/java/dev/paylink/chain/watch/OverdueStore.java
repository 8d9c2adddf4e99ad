package dev.paylink.chain.watch;

import dev.paylink.chain.evm.AddressFactory;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.db.Shards;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Open payments whose time has run out on every chain that could still settle them. */
final class OverdueStore {
  // A payment without refs was prepared for no chain, so it waits for none: preparing it locks it,
  // and is refused once it has expired.
  static final String OVERDUE =
      """
      select p.merchant_id, p.id, p.expires_at
        from payment p
       where p.status in ('created', 'submitted') and p.expires_at <= :here::timestamptz
         and (p.expires_at, p.id) > (:after::timestamptz, :afterId::uuid)
         and not exists (
               select from payment_ref r
                 left join chain_cursor c on c.chain_id = r.chain_id and c.contract = r.contract
                                         and c.halted is null
                where r.payment_id = p.id and r.merchant_id = p.merchant_id
                  and (r.settled_block is not null or c.time is null or c.time < p.expires_at))
         and not exists (
               select from transfer_address d
                where d.payment_id = p.id and d.merchant_id = p.merchant_id
                  and (not d.read_out or d.received >= d.expected))
       order by p.expires_at, p.id
       limit :most::bigint
      """;
  static final String REFS =
      """
      select r.payment_id, r.chain_id, r.contract, r.ref, r.deadline
        from unnest(:merchants::uuid[], :payments::uuid[]) as k (merchant_id, payment_id)
       cross join lateral (
             select * from payment_ref
              where payment_id = k.payment_id and merchant_id = k.merchant_id and %s offset 0) r
      """
          .formatted(Shards.onlyNamed("merchant_id"));

  static final String UNREAD_ADDRESSES =
      """
      select count(*)
        from unnest(:merchants::uuid[], :payments::uuid[]) as k (merchant_id, payment_id)
       cross join lateral (
             select from transfer_address
              where payment_id = k.payment_id and merchant_id = k.merchant_id and not read_out and %s offset 0) d
      """
          .formatted(Shards.onlyNamed("merchant_id"));

  // Of an address that is not read to its end; so many are enough to know.
  private static final String HELD_UP =
      """
      select count(distinct payment_id)
        from (select d.payment_id from transfer_address d
                join payment p on p.id = d.payment_id and p.merchant_id = d.merchant_id
               where d.chain_id = :chain and d.factory = :factory and not d.read_out
                 and d.deadline <= :before and p.status in ('created', 'submitted')
               limit :most) h
      """;

  private static final UUID FIRST = new UUID(0, 0);

  record Overdue(MerchantId merchantId, PaymentId payment, Instant expiresAt) {}

  record Ref(PaymentId payment, Deployment deployment, Bytes32 ref, long deadline) {}

  /**
   * @param here the time of the block up to which the asking chain is read
   * @param after the end of the previous page; null for the first
   */
  List<Overdue> find(Handle handle, Instant here, @Nullable Overdue after, int most) {
    return handle
        .createQuery(OVERDUE)
        .bind("here", here.atOffset(ZoneOffset.UTC))
        .bind("after", (after == null ? Instant.EPOCH : after.expiresAt).atOffset(ZoneOffset.UTC))
        .bind("afterId", after == null ? FIRST : after.payment.value())
        .bind("most", most)
        .map(
            row ->
                new Overdue(
                    row.getColumn("merchant_id", MerchantId.class),
                    row.getColumn("id", PaymentId.class),
                    row.getColumn("expires_at", Instant.class)))
        .list();
  }

  /** Returns how many payments ended before this time and wait for the chain to be read. */
  int heldUp(Handle handle, AddressFactory factory, Instant before, int most) {
    return handle
        .createQuery(HELD_UP)
        .bind("chain", factory.chainId())
        .bind("factory", factory.contract().bytes())
        .bind("before", before.getEpochSecond())
        .bind("most", most)
        .mapTo(Integer.class)
        .one();
  }

  /** Returns how many addresses of these payments the rescan has not read to their end. */
  int unreadAddresses(Handle handle, List<Overdue> payments) {
    Object[] merchants = payments.stream().map(it -> it.merchantId().value()).toArray();
    int unread = 0;
    for (UUID only : Shards.of(handle).oneByOne(merchants)) {
      unread +=
          handle
              .createQuery(UNREAD_ADDRESSES)
              .bind("only", only)
              .bindArray(
                  "merchants",
                  MerchantId.class,
                  payments.stream().map(Overdue::merchantId).toList())
              .bindArray(
                  "payments", PaymentId.class, payments.stream().map(Overdue::payment).toList())
              .mapTo(Integer.class)
              .one();
    }
    return unread;
  }

  List<Ref> refs(Handle handle, List<Overdue> payments) {
    return Shards.of(handle).areSeveral()
        ? payments.stream()
            .map(Overdue::merchantId)
            .distinct()
            .flatMap(merchant -> refs(handle, payments, merchant.value()).stream())
            .toList()
        : refs(handle, payments, null);
  }

  private static List<Ref> refs(Handle handle, List<Overdue> payments, @Nullable UUID only) {
    return handle
        .createQuery(REFS)
        .bind("only", only)
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
