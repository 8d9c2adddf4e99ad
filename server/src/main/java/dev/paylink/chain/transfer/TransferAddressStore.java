package dev.paylink.chain.transfer;

import static dev.paylink.chain.transfer.TransferAddressQueries.at;
import static dev.paylink.chain.transfer.TransferAddressQueries.digits;

import dev.paylink.chain.evm.AddressFactory;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.EvmAddress;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * Writes the addresses at which payments are paid by plain transfer, what came there in sum, and
 * how far they are read. Handles belong to the caller's transaction, which holds the chain's cursor
 * whenever it writes money.
 */
public final class TransferAddressStore {
  private static final String READ_TO =
      "select number from chain_cursor where chain_id = :chain and contract = :contract";
  // The share lock serialises this with every transaction that ends the payment: either the address
  // is there when the payment is given up, and is read to the end, or it is refused. A token that
  // is
  // offered later may have come before: it is read from when the address was first stored.
  private static final String STORE =
      """
      insert into transfer_address (merchant_id, payment_id, chain_id, factory, token_address, address, token, decimals,
                                   payee, expected, deadline, since_block, read_to)
      select p.merchant_id, p.id, :chain, :factory, :token_address, :address, :token, :decimals,
             :payee, :expected, :deadline, s.block, s.block
        from (select merchant_id, id from payment
               where id = :id and merchant_id = :merchant and status in ('created', 'submitted')
                 for share) p,
             (select coalesce(min(since_block), :read_to) as block from transfer_address
               where payment_id = :id and merchant_id = :merchant and chain_id = :chain) s
      on conflict do nothing
      """;
  // For a sandbox: shown in time, but paid after the payment has ended.
  private static final String STORE_LATE =
      """
      insert into transfer_address (merchant_id, payment_id, chain_id, factory, token_address, address, token, decimals,
                                   payee, expected, deadline, since_block, read_to)
      values (:merchant, :id, :chain, :factory, :token_address, :address, :token, :decimals,
              :payee, :expected, :deadline, :read_to, :read_to)
      on conflict do nothing
      """;
  private static final String NOTE_SHOWN =
      """
      update transfer_address set shown_at = t.at
        from (select clock_timestamp() as at) t
       where payment_id = :id and merchant_id = :merchant and chain_id = :chain and token_address = :token
      """;
  private static final String ADD =
      """
      update transfer_address d
         set received = d.received + k.received, late = d.late + k.late,
             told = least(d.told, div(d.received + k.received + d.late + k.late, d.expected))
        from unnest(:merchants::uuid[], :payments::uuid[], :tokens::text[], :received::numeric[], :late::numeric[])
             as k (merchant_id, payment_id, token_address, received, late)
       where d.payment_id = k.payment_id and d.merchant_id = k.merchant_id and d.chain_id = :chain
         and d.token_address = decode(k.token_address, 'hex')
      """;
  private static final String MARK_TOLD =
      """
      update transfer_address set told = told + 1
       where payment_id = :payment and merchant_id = :merchant and chain_id = :chain and token_address = :token
         and told = :told
      """;
  private static final String ADVANCE =
      """
      update transfer_address d
         set read_to = :to, read_out = d.read_out or d.deadline <= :now,
             disputed_in = case when d.disputed_in > :to then d.disputed_in end
        from unnest(:addresses::text[]) as k (address)
       where d.address = decode(k.address, 'hex') and d.chain_id = :chain
         and d.read_to >= :from - 1 and d.read_to <= :to
      """;
  // What comes to a payment that ended is read less often after an hour, and not after a month.
  private static final String KEEP =
      """
      update transfer_address d set state = 'kept'
        from payment p
       where d.chain_id = :chain and d.factory = :factory and d.state = 'live'
         and d.created_at < now() - interval '1 hour'
         and p.id = d.payment_id and p.merchant_id = d.merchant_id
         and p.status in ('success', 'failed') and p.updated_at < now() - interval '1 hour'
      """;
  private static final String LEAVE =
      """
      update transfer_address set state = 'done'
       where chain_id = :chain and factory = :factory and state = 'kept' and state <> 'done'
         and read_out and deadline < :before
      """;
  // After a halt: what was read may be gone.
  private static final String SET_BACK =
      """
      update transfer_address set read_to = :number, read_out = false
       where chain_id = :chain and factory = :factory and state in ('live', 'kept') and state <> 'done'
         and read_to > :number
      """;
  // A block that was called final is gone: what was read out before is read again.
  private static final String DOUBT =
      """
      update transfer_address d set read_out = false
        from payment p
       where d.chain_id = :chain and d.factory = :factory and d.state = 'live' and d.read_out
         and p.id = d.payment_id and p.merchant_id = d.merchant_id
         and p.status in ('created', 'submitted')
      """;
  private static final String DISPUTE =
      """
      update transfer_address d set disputed_in = greatest(d.disputed_in, :number)
        from unnest(:addresses::text[]) as k (address)
       where d.address = decode(k.address, 'hex') and d.chain_id = :chain
      """;
  private static final Duration WATCHED_AFTER_DEADLINE = Duration.ofDays(30);

  /**
   * A token that pays a payment at its address.
   *
   * @param deployment which tells how far the chain is read now
   */
  public record Offered(
      MerchantId merchant,
      PaymentId payment,
      Deployment deployment,
      EvmAddress factory,
      EvmAddress token,
      String symbol,
      int decimals,
      EvmAddress payee,
      BigDecimal expected) {
    long chainId() {
      return deployment.chainId();
    }
  }

  /** What one token of a payment gets more, or less. */
  record Sum(
      MerchantId merchant,
      PaymentId payment,
      EvmAddress token,
      BigDecimal received,
      BigDecimal late) {
    Sum plus(Sum other) {
      return new Sum(merchant, payment, token, received.add(other.received), late.add(other.late));
    }
  }

  /**
   * Stores the address for these tokens of one chain, as far as it is not stored.
   *
   * @param startBlock where the chain is read from, if it was never read
   */
  public void store(
      Handle handle, List<Offered> tokens, EvmAddress address, Instant deadline, long startBlock) {
    store(handle, STORE, tokens, address, deadline, startBlock);
  }

  /** Stores the address in any status of the payment; for a sandbox. */
  public void storeLate(
      Handle handle, List<Offered> tokens, EvmAddress address, Instant deadline, long startBlock) {
    store(handle, STORE_LATE, tokens, address, deadline, startBlock);
  }

  private static void store(
      Handle handle,
      String sql,
      List<Offered> tokens,
      EvmAddress address,
      Instant deadline,
      long startBlock) {
    long readTo = readTo(handle, tokens.getFirst().deployment, startBlock);
    PreparedBatch batch = handle.prepareBatch(sql);
    for (Offered it : tokens) {
      batch
          .bind("merchant", it.merchant)
          .bind("id", it.payment)
          .bind("chain", it.chainId())
          .bind("factory", it.factory.bytes())
          .bind("token_address", it.token.bytes())
          .bind("address", address.bytes())
          .bind("token", it.symbol)
          .bind("decimals", it.decimals)
          .bind("payee", it.payee.toString())
          .bind("expected", it.expected)
          .bind("deadline", deadline.getEpochSecond())
          .bind("read_to", readTo)
          .add();
    }
    batch.execute();
  }

  /** The rescan begins here: nobody could pay to the address before it was stored. */
  private static long readTo(Handle handle, Deployment deployment, long startBlock) {
    return handle
        .createQuery(READ_TO)
        .bind("chain", deployment.chainId())
        .bind("contract", deployment.contract().bytes())
        .mapTo(Long.class)
        .findOne()
        .orElse(Math.max(0, startBlock - 1));
  }

  /** Notes which token the payer was shown last; returns false if its address is not stored. */
  public boolean noteShown(Handle handle, Offered token) {
    return handle
            .createUpdate(NOTE_SHOWN)
            .bind("merchant", token.merchant)
            .bind("id", token.payment)
            .bind("chain", token.chainId())
            .bind("token", token.token.bytes())
            .execute()
        == 1;
  }

  /** Adds to the sums of these tokens. */
  void add(Handle handle, long chainId, Collection<Sum> sums) {
    if (sums.isEmpty()) {
      return;
    }
    handle
        .createUpdate(ADD)
        .bind("chain", chainId)
        .bindArray("merchants", MerchantId.class, sums.stream().map(Sum::merchant).toList())
        .bindArray("payments", PaymentId.class, sums.stream().map(Sum::payment).toList())
        .bindArray("tokens", String.class, digits(sums.stream().map(Sum::token).toList()))
        .bindArray(
            "received", String.class, sums.stream().map(it -> it.received.toPlainString()).toList())
        .bindArray("late", String.class, sums.stream().map(it -> it.late.toPlainString()).toList())
        .execute();
  }

  /** Marks a whole amount as reported, unless another watcher of the chain has done so. */
  public void markTold(Handle handle, long chainId, TransferAddressQueries.Whole whole) {
    handle
        .createUpdate(MARK_TOLD)
        .bind("chain", chainId)
        .bind("merchant", whole.merchant())
        .bind("payment", whole.payment())
        .bind("token", whole.token().bytes())
        .bind("told", whole.told())
        .execute();
  }

  /** Notes that nodes disagree about transfers to these addresses in blocks up to this one. */
  public void dispute(
      Handle handle, long chainId, Collection<EvmAddress> addresses, long blockNumber) {
    handle
        .createUpdate(DISPUTE)
        .bind("chain", chainId)
        .bind("number", blockNumber)
        .bindArray("addresses", String.class, digits(addresses))
        .execute();
  }

  /**
   * Has the addresses of open payments that were read out read once more, because a final block was
   * replaced. They do not expire before that.
   */
  public void doubt(Handle handle, AddressFactory factory) {
    at(handle.createUpdate(DOUBT), factory).execute();
  }

  /** Notes that these addresses are read in these blocks, the last of which was made at a time. */
  public void advance(
      Handle handle,
      long chainId,
      Collection<EvmAddress> addresses,
      long from,
      long to,
      Instant time) {
    handle
        .createUpdate(ADVANCE)
        .bind("chain", chainId)
        .bindArray("addresses", String.class, digits(addresses))
        .bind("from", from)
        .bind("to", to)
        .bind("now", time.getEpochSecond())
        .execute();
  }

  /** Reads addresses of ended payments less often, and those of long ago no longer. */
  public void retire(Handle handle, AddressFactory factory, Instant now) {
    at(handle.createUpdate(KEEP), factory).execute();
    at(handle.createUpdate(LEAVE), factory)
        .bind("before", now.minus(WATCHED_AFTER_DEADLINE).getEpochSecond())
        .execute();
  }

  /** Has the blocks after this one read again. */
  public void setBack(Handle handle, AddressFactory factory, long number) {
    at(handle.createUpdate(SET_BACK), factory).bind("number", number).execute();
  }
}
