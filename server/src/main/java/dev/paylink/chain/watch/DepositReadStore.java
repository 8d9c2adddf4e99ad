package dev.paylink.chain.watch;

import static dev.paylink.chain.watch.DepositStore.address;
import static dev.paylink.chain.watch.DepositStore.at;
import static dev.paylink.chain.watch.DepositStore.digits;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.EvmAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;

/**
 * Which addresses for plain transfers are read, how often and how far. Handles belong to the
 * caller's transaction.
 */
public final class DepositReadStore {
  private static final String LIVE =
      """
      select address, token_address from deposit_address
       where chain_id = :chain and contract = :contract and state = 'live'
       order by created_at desc limit :most
      """;
  private static final String ENDING =
      """
      select address, token_address, payment_id, deadline, read_to from deposit_address
       where chain_id = :chain and contract = :contract and not read_out and deadline <= :now
         and (deadline, payment_id) > (:deadline, :after::uuid)
       order by deadline, payment_id limit :most
      """;
  private static final String PASS =
      """
      select address, token_address, payment_id, deadline, read_to from deposit_address
       where chain_id = :chain and contract = :contract and state = :state and state <> 'done'
         and read_to < :target and (read_to, payment_id) > (:number, :after::uuid)
       order by read_to, payment_id limit :most
      """;
  private static final String ADVANCE =
      """
      update deposit_address d set read_to = :to, read_out = d.read_out or d.deadline <= :now
        from unnest(:addresses::text[]) as k (address)
       where d.address = decode(k.address, 'hex') and d.chain_id = :chain and d.contract = :contract
         and d.read_to >= :from - 1 and d.read_to <= :to
      """;
  // What comes to a payment that ended is read less often after an hour, and not after a month.
  private static final String KEEP =
      """
      update deposit_address d set state = 'kept'
        from payment p
       where d.chain_id = :chain and d.contract = :contract and d.state = 'live'
         and d.created_at < now() - interval '1 hour'
         and p.id = d.payment_id and p.merchant_id = d.merchant_id
         and p.status in ('success', 'failed') and p.updated_at < now() - interval '1 hour'
      """;
  private static final String LEAVE =
      """
      update deposit_address set state = 'done'
       where chain_id = :chain and contract = :contract and state = 'kept' and state <> 'done'
         and read_out and deadline < :before
      """;
  // After a halt: what was read may be gone.
  private static final String SET_BACK =
      """
      update deposit_address set read_to = :number, read_out = false
       where chain_id = :chain and contract = :contract and state in ('live', 'kept') and state <> 'done'
         and read_to > :number
      """;

  private static final Duration WATCHED_AFTER_DEADLINE = Duration.ofDays(30);

  /** An address, for one of the tokens that pay there. */
  record Live(EvmAddress address, EvmAddress token) {}

  /** An address and how far the second look has read it. */
  record Row(EvmAddress address, EvmAddress token, PaymentId payment, long deadline, long readTo) {
    Row readUpTo(long block) {
      return new Row(address, token, payment, deadline, block);
    }
  }

  List<Live> live(Handle handle, Deployment deployment, int most) {
    return at(handle.createQuery(LIVE), deployment)
        .bind("most", most)
        .map(row -> new Live(address(row, "address"), address(row, "token_address")))
        .list();
  }

  /** Returns the next addresses whose payments have ended by this time, but for the second look. */
  List<Row> ending(
      Handle handle, Deployment deployment, Instant now, long deadline, UUID after, int most) {
    return at(handle.createQuery(ENDING), deployment)
        .bind("now", now.getEpochSecond())
        .bind("deadline", deadline)
        .bind("after", after)
        .bind("most", most)
        .map(DepositReadStore::row)
        .list();
  }

  /** Returns the next addresses that are not read up to the target, ordered by how far they are. */
  List<Row> behind(
      Handle handle,
      Deployment deployment,
      String state,
      long target,
      long number,
      UUID after,
      int most) {
    return at(handle.createQuery(PASS), deployment)
        .bind("state", state)
        .bind("target", target)
        .bind("number", number)
        .bind("after", after)
        .bind("most", most)
        .map(DepositReadStore::row)
        .list();
  }

  /** Notes that these addresses are read in these blocks, the last of which was made at a time. */
  void advance(
      Handle handle,
      Deployment deployment,
      Collection<EvmAddress> addresses,
      long from,
      long to,
      Instant time) {
    at(handle.createUpdate(ADVANCE), deployment)
        .bindArray("addresses", String.class, digits(addresses))
        .bind("from", from)
        .bind("to", to)
        .bind("now", time.getEpochSecond())
        .execute();
  }

  /** Reads addresses of ended payments less often, and those of long ago no longer. */
  void retire(Handle handle, Deployment deployment, Instant now) {
    at(handle.createUpdate(KEEP), deployment).execute();
    at(handle.createUpdate(LEAVE), deployment)
        .bind("before", now.minus(WATCHED_AFTER_DEADLINE).getEpochSecond())
        .execute();
  }

  /** Lets the second look read the blocks after this one again. */
  public void setBack(Handle handle, Deployment deployment, long number) {
    at(handle.createUpdate(SET_BACK), deployment).bind("number", number).execute();
  }

  private static Row row(RowView row) {
    return new Row(
        address(row, "address"),
        address(row, "token_address"),
        row.getColumn("payment_id", PaymentId.class),
        row.getColumn("deadline", Long.class),
        row.getColumn("read_to", Long.class));
  }
}
