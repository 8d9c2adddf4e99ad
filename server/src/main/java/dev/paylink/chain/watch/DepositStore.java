package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;

/**
 * What came to the addresses for plain transfers. Handles belong to the caller's transaction, which
 * holds the chain's cursor whenever it writes money.
 */
public final class DepositStore {
  // Asked on all servers, where there are several.
  private static final String KNOWN =
      """
      select d.merchant_id, d.payment_id, d.address, d.token_address, d.token, d.decimals, d.deadline
        from unnest(:addresses::text[]) as k (address)
        join deposit_address d on d.address = decode(k.address, 'hex') and d.chain_id = :chain
                              and d.contract = :contract
      """;
  private static final String INSERT =
      """
      insert into deposit_transfer (merchant_id, payment_id, chain_id, contract, hash, log_index, block_number,
                                    block_hash, address, token_address, token, amount, payer, kind)
      select k.merchant_id, k.payment_id, :chain, :contract, decode(k.hash, 'hex'), k.log_index, k.block_number,
             decode(k.block_hash, 'hex'), decode(k.address, 'hex'), decode(k.token_address, 'hex'), k.token,
             k.amount, decode(k.payer, 'hex'), k.kind
        from unnest(:merchants::uuid[], :payments::uuid[], :hashes::text[], :logs::bigint[], :numbers::bigint[],
                    :blocks::text[], :addresses::text[], :tokens::text[], :symbols::text[], :amounts::numeric[],
                    :payers::text[], :kinds::text[])
             as k (merchant_id, payment_id, hash, log_index, block_number, block_hash, address, token_address, token,
                   amount, payer, kind)
      on conflict do nothing
      returning merchant_id, payment_id, token_address, kind, amount
      """;
  private static final String ADD =
      """
      update deposit_address d
         set received = d.received + k.received, late = d.late + k.late,
             told = least(d.told, div(d.received + k.received + d.late + k.late, d.expected))
        from unnest(:merchants::uuid[], :payments::uuid[], :tokens::text[], :received::numeric[], :late::numeric[])
             as k (merchant_id, payment_id, token_address, received, late)
       where d.payment_id = k.payment_id and d.merchant_id = k.merchant_id and d.chain_id = :chain
         and d.token_address = decode(k.token_address, 'hex')
      """;
  // Late money counts once the payment has ended: it may still be paid in time elsewhere.
  private static final String WHOLE =
      """
      select d.merchant_id, d.payment_id, d.token_address, d.token, d.expected, d.payee, d.told
        from deposit_address d
        join payment p on p.id = d.payment_id and p.merchant_id = d.merchant_id
       where d.chain_id = :chain and d.contract = :contract
         and d.told < 2 and d.received + d.late >= d.expected * (d.told + 1)
         and (d.received >= d.expected * (d.told + 1) or p.status in ('success', 'failed'))
       limit :most
      """;
  private static final String COMPLETING =
      """
      select hash, log_index, block_number, block_hash
        from (select *, sum(amount) over (order by block_number, log_index) as total from deposit_transfer
               where payment_id = :payment and merchant_id = :merchant and chain_id = :chain
                 and token_address = :token and kind <> 'other') t
       where total >= :needed order by block_number, log_index limit 1
      """;
  private static final String MARK_TOLD =
      """
      update deposit_address set told = told + 1
       where payment_id = :payment and merchant_id = :merchant and chain_id = :chain and token_address = :token
         and told = :told
      """;
  // After a halt: the blocks that held these transfers may be gone.
  private static final String FORGET =
      """
      delete from deposit_transfer where chain_id = :chain and contract = :contract and block_number > :number
      returning merchant_id, payment_id, token_address, kind, amount
      """;
  private static final String UNCOLLECT =
      """
      update deposit_transfer set collected = false, collected_in = null
       where chain_id = :chain and contract = :contract and collected_in is not null
         and collected_in > :number
      """;

  /** What a transfer to an address is to the payment. */
  enum Kind {
    credited,
    late,
    other
  }

  /** A token that pays a payment at an address. */
  record Known(
      MerchantId merchant,
      PaymentId payment,
      EvmAddress address,
      EvmAddress token,
      String symbol,
      int decimals,
      long deadline) {}

  /** A proven transfer to record. */
  record Transferred(
      Known row,
      EvmAddress token,
      String symbol,
      BigDecimal amount,
      Kind kind,
      Bytes32 hash,
      long logIndex,
      long blockNumber,
      Bytes32 blockHash,
      EvmAddress payer) {}

  /** A payment that has its whole amount once more at its address. */
  record Whole(
      MerchantId merchant,
      PaymentId payment,
      EvmAddress token,
      String symbol,
      BigDecimal expected,
      String payee,
      int told) {
    Whole first() {
      return new Whole(merchant, payment, token, symbol, expected, payee, 0);
    }
  }

  /** The transfer with which the whole amount was there. */
  record Completing(Bytes32 hash, long logIndex, long blockNumber, Bytes32 blockHash) {}

  /** A payment's token, for sums. */
  private record Key(UUID merchant, UUID payment, String token) {}

  private record Sum(BigDecimal received, BigDecimal late) {
    Sum plus(Kind kind, BigDecimal amount) {
      return switch (kind) {
        case credited -> new Sum(received.add(amount), late);
        case late -> new Sum(received, late.add(amount));
        case other -> this;
      };
    }
  }

  List<Known> known(Handle handle, Deployment deployment, Collection<EvmAddress> addresses) {
    return at(handle.createQuery(KNOWN), deployment)
        .bindArray("addresses", String.class, digits(addresses))
        .map(
            row ->
                new Known(
                    row.getColumn("merchant_id", MerchantId.class),
                    row.getColumn("payment_id", PaymentId.class),
                    address(row, "address"),
                    address(row, "token_address"),
                    row.getColumn("token", String.class),
                    row.getColumn("decimals", Integer.class),
                    row.getColumn("deadline", Long.class)))
        .list();
  }

  /** Records transfers and adds up what is new; one that is recorded changes nothing. */
  void record(Handle handle, Deployment deployment, List<Transferred> all) {
    List<Map.Entry<Key, Sum>> added =
        sums(
            at(handle.createQuery(INSERT), deployment)
                .bindArray("merchants", MerchantId.class, each(all, it -> it.row.merchant))
                .bindArray("payments", PaymentId.class, each(all, it -> it.row.payment))
                .bindArray("hashes", String.class, each(all, it -> it.hash.digits()))
                .bindArray("logs", Long.class, each(all, Transferred::logIndex))
                .bindArray("numbers", Long.class, each(all, Transferred::blockNumber))
                .bindArray("blocks", String.class, each(all, it -> it.blockHash.digits()))
                .bindArray("addresses", String.class, each(all, it -> digits(it.row.address)))
                .bindArray("tokens", String.class, each(all, it -> digits(it.token)))
                .bindArray("symbols", String.class, each(all, Transferred::symbol))
                .bindArray("amounts", String.class, each(all, it -> it.amount.toPlainString()))
                .bindArray("payers", String.class, each(all, it -> digits(it.payer)))
                .bindArray("kinds", String.class, each(all, it -> it.kind.name())));
    add(handle, deployment, added, BigDecimal.ONE);
  }

  /** Returns the payments that have their amount at their address, and are not told of it yet. */
  List<Whole> whole(Handle handle, Deployment deployment, int most) {
    return at(handle.createQuery(WHOLE), deployment)
        .bind("most", most)
        .map(
            row ->
                new Whole(
                    row.getColumn("merchant_id", MerchantId.class),
                    row.getColumn("payment_id", PaymentId.class),
                    address(row, "token_address"),
                    row.getColumn("token", String.class),
                    row.getColumn("expected", BigDecimal.class),
                    row.getColumn("payee", String.class),
                    row.getColumn("told", Integer.class)))
        .list();
  }

  Completing completing(Handle handle, Deployment deployment, Whole whole) {
    return handle
        .createQuery(COMPLETING)
        .bind("chain", deployment.chainId())
        .bind("merchant", whole.merchant)
        .bind("payment", whole.payment)
        .bind("token", whole.token.bytes())
        .bind("needed", whole.expected.multiply(BigDecimal.valueOf(whole.told + 1L)))
        .map(
            row ->
                new Completing(
                    Bytes32.of(row.getColumn("hash", byte[].class)),
                    row.getColumn("log_index", Long.class),
                    row.getColumn("block_number", Long.class),
                    Bytes32.of(row.getColumn("block_hash", byte[].class))))
        .one();
  }

  void markTold(Handle handle, Deployment deployment, Whole whole) {
    int marked =
        handle
            .createUpdate(MARK_TOLD)
            .bind("chain", deployment.chainId())
            .bind("merchant", whole.merchant)
            .bind("payment", whole.payment)
            .bind("token", whole.token.bytes())
            .bind("told", whole.told)
            .execute();
    if (marked != 1) {
      throw new IllegalStateException("the deposit of " + whole.payment + " was told meanwhile");
    }
  }

  /**
   * Forgets the transfers in blocks after this one, and what those blocks showed to have left;
   * returns the payments of the transfers.
   */
  public Set<PaymentId> forgetAfter(Handle handle, Deployment deployment, long number) {
    List<Map.Entry<Key, Sum>> gone =
        sums(at(handle.createQuery(FORGET), deployment).bind("number", number));
    add(handle, deployment, gone, BigDecimal.ONE.negate());
    at(handle.createUpdate(UNCOLLECT), deployment).bind("number", number).execute();
    Set<PaymentId> payments = new LinkedHashSet<>();
    gone.forEach(entry -> payments.add(new PaymentId(entry.getKey().payment)));
    return payments;
  }

  private static List<Map.Entry<Key, Sum>> sums(Query transfers) {
    Map<Key, Sum> sums = new LinkedHashMap<>();
    transfers
        .map(
            row -> {
              Key key =
                  new Key(
                      row.getColumn("merchant_id", UUID.class),
                      row.getColumn("payment_id", UUID.class),
                      digits(address(row, "token_address")));
              Sum before = sums.getOrDefault(key, new Sum(BigDecimal.ZERO, BigDecimal.ZERO));
              Kind kind = Kind.valueOf(row.getColumn("kind", String.class));
              sums.put(key, before.plus(kind, row.getColumn("amount", BigDecimal.class)));
              return key;
            })
        .list();
    return List.copyOf(sums.entrySet());
  }

  private static void add(
      Handle handle, Deployment deployment, List<Map.Entry<Key, Sum>> sums, BigDecimal sign) {
    if (sums.isEmpty()) {
      return;
    }
    handle
        .createUpdate(ADD)
        .bind("chain", deployment.chainId())
        .bindArray("merchants", UUID.class, each(sums, it -> it.getKey().merchant))
        .bindArray("payments", UUID.class, each(sums, it -> it.getKey().payment))
        .bindArray("tokens", String.class, each(sums, it -> it.getKey().token))
        .bindArray("received", String.class, each(sums, it -> text(it.getValue().received, sign)))
        .bindArray("late", String.class, each(sums, it -> text(it.getValue().late, sign)))
        .execute();
  }

  private static String text(BigDecimal amount, BigDecimal sign) {
    return amount.multiply(sign).toPlainString();
  }

  private static <T, R> List<R> each(Collection<T> all, Function<T, R> part) {
    List<R> parts = new ArrayList<>(all.size());
    all.forEach(it -> parts.add(part.apply(it)));
    return parts;
  }

  static Query at(Query query, Deployment deployment) {
    return query
        .bind("chain", deployment.chainId())
        .bind("contract", deployment.contract().bytes());
  }

  static Update at(Update update, Deployment deployment) {
    return update
        .bind("chain", deployment.chainId())
        .bind("contract", deployment.contract().bytes());
  }

  static EvmAddress address(RowView row, String column) {
    return EvmAddress.of(row.getColumn(column, byte[].class));
  }

  static List<String> digits(Collection<EvmAddress> addresses) {
    return each(addresses, DepositStore::digits);
  }

  private static String digits(EvmAddress address) {
    return address.hex().substring(2);
  }
}
