package dev.paylink.chain.transfer;

import static dev.paylink.chain.transfer.TransferAddressQueries.address;
import static dev.paylink.chain.transfer.TransferAddressQueries.at;
import static dev.paylink.chain.transfer.TransferAddressQueries.digits;

import dev.paylink.chain.evm.AddressFactory;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.settlement.received.ReceivedTransfer;
import dev.paylink.settlement.received.Transfer;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Query;

/**
 * The final transfers that came to addresses, and with them the sums of the addresses. Handles
 * belong to the caller's transaction, which holds the chain's cursor whenever it writes money.
 */
public final class IncomingTransferStore {
  // A token that was offered after its transfer was recorded as another one pays after all.
  private static final String INSERT =
      """
      insert into incoming_transfer (merchant_id, payment_id, chain_id, hash, log_index, block_number, block_hash,
                                    address, token_address, token, amount, payer, kind)
      select k.merchant_id, k.payment_id, :chain, decode(k.hash, 'hex'), k.log_index, k.block_number,
             decode(k.block_hash, 'hex'), decode(k.address, 'hex'), decode(k.token_address, 'hex'), k.token,
             k.amount, decode(k.payer, 'hex'), k.kind
        from unnest(:merchants::uuid[], :payments::uuid[], :hashes::text[], :logs::bigint[], :numbers::bigint[],
                    :blocks::text[], :addresses::text[], :tokens::text[], :symbols::text[], :amounts::numeric[],
                    :payers::text[], :kinds::text[])
             as k (merchant_id, payment_id, hash, log_index, block_number, block_hash, address, token_address, token,
                   amount, payer, kind)
      on conflict (hash, log_index, chain_id, merchant_id) do update set kind = excluded.kind
         where incoming_transfer.kind = 'other' and excluded.kind <> 'other'
      returning merchant_id, payment_id, chain_id, hash, log_index, token_address, token, kind, amount
      """;
  private static final String COMPLETING =
      """
      select hash, log_index, block_number, block_hash, token
        from (select *, sum(amount) over (order by block_number, log_index) as total from incoming_transfer
               where payment_id = :payment and merchant_id = :merchant and chain_id = :chain
                 and token_address = :token and kind <> 'other') t
       where total >= :needed order by block_number, log_index limit 1
      """;
  // After a halt: the blocks that held these transfers may be gone, whichever watcher recorded
  // them.
  private static final String FORGET =
      """
      delete from incoming_transfer t
       where t.chain_id = :chain and t.block_number > :number
         and exists (select from transfer_address d
                      where d.payment_id = t.payment_id and d.merchant_id = t.merchant_id
                        and d.chain_id = t.chain_id and d.factory = :factory)
      returning merchant_id, payment_id, chain_id, hash, log_index, token_address, token, kind, amount
      """;
  private static final String UNCOLLECT =
      """
      update incoming_transfer set collected = false, collected_in = null
       where chain_id = :chain and collected_in is not null and collected_in > :number
      """;
  // By the primary key: "+ 0" keeps the planner from the index of blocks, which begins with the
  // chain.
  private static final String MARK_COLLECTED =
      """
      update incoming_transfer t set collected = true, collected_in = :number
        from unnest(:hashes::text[], :logs::bigint[]) as k (hash, log_index)
       where t.hash = decode(k.hash, 'hex') and t.log_index = k.log_index and t.chain_id + 0 = :chain
         and t.merchant_id = :merchant
      """;

  private final TransferAddressStore addresses = new TransferAddressStore();

  /** What a transfer to an address is to the payment. */
  public enum Kind {
    credited,
    late,
    other
  }

  /** A proven transfer to record. */
  public record Transferred(
      TransferAddressQueries.Known row,
      EvmAddress token,
      String symbol,
      BigDecimal amount,
      Kind kind,
      Bytes32 hash,
      long logIndex,
      long blockNumber,
      Bytes32 blockHash,
      EvmAddress payer) {}

  /** The transfer with which the whole amount was there. */
  public record Completing(
      Bytes32 hash, long logIndex, long blockNumber, Bytes32 blockHash, String token) {}

  /** The log of a transfer, which one chain has once. */
  public record LogKey(Bytes32 hash, long logIndex) {}

  /**
   * Records transfers and adds up what is new, which it returns; one that is recorded changes
   * nothing, unless it was of another token then and pays now.
   */
  public List<ReceivedTransfer> record(Handle handle, long chainId, List<Transferred> all) {
    List<Changed> added =
        changed(
            handle
                .createQuery(INSERT)
                .bind("chain", chainId)
                .bindArray("merchants", MerchantId.class, each(all, it -> it.row.merchant()))
                .bindArray("payments", PaymentId.class, each(all, it -> it.row.payment()))
                .bindArray("hashes", String.class, each(all, it -> it.hash.digits()))
                .bindArray("logs", Long.class, each(all, Transferred::logIndex))
                .bindArray("numbers", Long.class, each(all, Transferred::blockNumber))
                .bindArray("blocks", String.class, each(all, it -> it.blockHash.digits()))
                .bindArray("addresses", String.class, digits(each(all, it -> it.row.address())))
                .bindArray("tokens", String.class, digits(each(all, Transferred::token)))
                .bindArray("symbols", String.class, each(all, Transferred::symbol))
                .bindArray("amounts", String.class, each(all, it -> it.amount.toPlainString()))
                .bindArray("payers", String.class, digits(each(all, Transferred::payer)))
                .bindArray("kinds", String.class, each(all, it -> it.kind.name())));
    addresses.add(handle, chainId, sums(added, BigDecimal.ONE));
    return each(added, Changed::received);
  }

  /** Returns the transfer with which the whole amount was there. */
  public Completing completing(Handle handle, long chainId, TransferAddressQueries.Whole whole) {
    return handle
        .createQuery(COMPLETING)
        .bind("chain", chainId)
        .bind("merchant", whole.merchant())
        .bind("payment", whole.payment())
        .bind("token", whole.token().bytes())
        .bind("needed", whole.expected().multiply(BigDecimal.valueOf(whole.told() + 1L)))
        .map(IncomingTransferStore::log)
        .one();
  }

  private static Completing log(RowView row) {
    return new Completing(
        Bytes32.of(row.getColumn("hash", byte[].class)),
        row.getColumn("log_index", Long.class),
        row.getColumn("block_number", Long.class),
        Bytes32.of(row.getColumn("block_hash", byte[].class)),
        row.getColumn("token", String.class));
  }

  /** Notes that the money of these transfers has left, in the state of this final block. */
  public void markCollected(
      Handle handle, MerchantId merchant, long chainId, long number, List<LogKey> gone) {
    handle
        .createUpdate(MARK_COLLECTED)
        .bind("merchant", merchant)
        .bind("chain", chainId)
        .bind("number", number)
        .bindArray("hashes", String.class, each(gone, it -> it.hash.digits()))
        .bindArray("logs", Long.class, each(gone, LogKey::logIndex))
        .execute();
  }

  /**
   * Forgets the transfers to addresses of this factory in blocks after this one, which it returns,
   * and what those blocks showed to have left.
   */
  public List<ReceivedTransfer> forgetAfter(Handle handle, AddressFactory factory, long number) {
    List<Changed> gone = changed(at(handle.createQuery(FORGET), factory).bind("number", number));
    addresses.add(handle, factory.chainId(), sums(gone, BigDecimal.ONE.negate()));
    handle
        .createUpdate(UNCOLLECT)
        .bind("chain", factory.chainId())
        .bind("number", number)
        .execute();
    return each(gone, Changed::received);
  }

  /** A transfer that was recorded or forgotten. */
  private record Changed(ReceivedTransfer received, EvmAddress token, Kind kind) {
    TransferAddressStore.Sum sum(BigDecimal sign) {
      BigDecimal amount = received.amount().multiply(sign);
      return new TransferAddressStore.Sum(
          received.merchantId(),
          received.paymentId(),
          token,
          kind == Kind.credited ? amount : BigDecimal.ZERO,
          kind == Kind.late ? amount : BigDecimal.ZERO);
    }
  }

  private static List<Changed> changed(Query transfers) {
    return transfers
        .map(
            row -> {
              Kind kind = Kind.valueOf(row.getColumn("kind", String.class));
              ReceivedTransfer received =
                  new ReceivedTransfer(
                      row.getColumn("merchant_id", MerchantId.class),
                      row.getColumn("payment_id", PaymentId.class),
                      new Transfer(
                          row.getColumn("chain_id", Long.class),
                          Bytes32.of(row.getColumn("hash", byte[].class)),
                          row.getColumn("log_index", Long.class)),
                      row.getColumn("token", String.class),
                      row.getColumn("amount", BigDecimal.class),
                      ReceivedTransfer.Source.address,
                      kind == Kind.late,
                      kind != Kind.other);
              return new Changed(received, address(row, "token_address"), kind);
            })
        .list();
  }

  /** Adds up transfers by payment and token; negative ones are taken off. */
  private static List<TransferAddressStore.Sum> sums(List<Changed> transfers, BigDecimal sign) {
    Map<List<?>, TransferAddressStore.Sum> sums =
        transfers.stream()
            .map(it -> it.sum(sign))
            .collect(
                Collectors.toMap(
                    it -> List.of(it.merchant(), it.payment(), it.token()),
                    it -> it,
                    TransferAddressStore.Sum::plus,
                    LinkedHashMap::new));
    return List.copyOf(sums.values());
  }

  private static <T, R> List<R> each(List<T> all, Function<T, R> part) {
    return all.stream().map(part).toList();
  }
}
