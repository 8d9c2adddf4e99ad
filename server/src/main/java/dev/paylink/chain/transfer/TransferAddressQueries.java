package dev.paylink.chain.transfer;

import dev.paylink.chain.evm.AddressFactory;
import dev.paylink.checkout.wallet.TransferPayments;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Chains;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.Payment;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.SqlStatement;

/**
 * Reads the addresses for plain transfers: as payers are shown them, and as the watcher reads and
 * confirms them. Handles belong to the caller.
 */
public final class TransferAddressQueries {
  // Asked on all servers, where there are several.
  private static final String KNOWN =
      """
      select d.merchant_id, d.payment_id, d.address, d.token_address, d.token, d.decimals, d.deadline
        from unnest(:addresses::text[]) as k (address)
        join transfer_address d on d.address = decode(k.address, 'hex') and d.chain_id = :chain
      """;
  // Late money counts once the payment has ended: it may still be paid in time elsewhere.
  private static final String WHOLE =
      """
      select d.merchant_id, d.payment_id, d.token_address, d.token, d.expected, d.payee, d.told
        from transfer_address d
        join payment p on p.id = d.payment_id and p.merchant_id = d.merchant_id
       where d.chain_id = :chain and d.factory = :factory
         and d.told < 2 and d.received + d.late >= d.expected * (d.told + 1)
         and (d.received >= d.expected * (d.told + 1) or p.status in ('success', 'failed'))
       limit :most
      """;
  private static final String LIVE =
      """
      select address, token_address, read_to from transfer_address
       where chain_id = :chain and factory = :factory and state = 'live'
       order by created_at desc limit :most
      """;
  private static final String ENDING =
      """
      select address, token_address, payment_id, deadline, read_to from transfer_address
       where chain_id = :chain and factory = :factory and not read_out and deadline <= :now
         and (deadline, payment_id) > (:deadline, :after::uuid)
       order by deadline, payment_id limit :most
      """;
  private static final String PASS =
      """
      select address, token_address, payment_id, deadline, read_to from transfer_address
       where chain_id = :chain and factory = :factory and state = :state and state <> 'done'
         and read_to < :target and (read_to, payment_id) > (:number, :after::uuid)
       order by read_to, payment_id limit :most
      """;
  private static final String OF_PAYMENT =
      """
      select chain_id, token_address, token, decimals, address, shown_at is not null as shown, expected, received, late,
             disputed_in is not null as disputed
        from transfer_address
       where payment_id = :id and merchant_id = :merchant
       order by shown_at desc nulls last, chain_id, token
      """;
  private static final String DISPUTED =
      """
      select count(distinct payment_id) from transfer_address
       where chain_id = :chain and factory = :factory and disputed_in is not null
      """;
  private static final String FACTORIES =
      "select distinct chain_id, factory from transfer_address where not read_out";
  // Asked on all servers, where there are several.
  private static final String IS_ANYONES =
      "select true from transfer_address where address = :address limit 1";
  private static final String MISSING =
      """
      select greatest(d.expected - (select sum(a.received + a.late) from transfer_address a
                                     where a.payment_id = :id and a.merchant_id = :merchant), 0)
        from transfer_address d
       where d.payment_id = :id and d.merchant_id = :merchant and d.chain_id = :chain and d.token_address = :token
      """;

  /** A token that pays a payment at an address. */
  public record Known(
      MerchantId merchant,
      PaymentId payment,
      EvmAddress address,
      EvmAddress token,
      String symbol,
      int decimals,
      long deadline) {}

  /** A payment that has its whole amount once more at its address. */
  public record Whole(
      MerchantId merchant,
      PaymentId payment,
      EvmAddress token,
      String symbol,
      BigDecimal expected,
      String payee,
      int told) {
    /** Returns the same, before it was reported. */
    public Whole first() {
      return new Whole(merchant, payment, token, symbol, expected, payee, 0);
    }
  }

  /** An address, for one of the tokens that pay there, and how far the rescan has read it. */
  public record Live(EvmAddress address, EvmAddress token, long readTo) {}

  /** An address and how far the rescan has read it. */
  public record Row(
      EvmAddress address, EvmAddress token, PaymentId payment, long deadline, long readTo) {
    public Row readUpTo(long block) {
      return new Row(address, token, payment, deadline, block);
    }
  }

  public List<Known> known(Handle handle, long chainId, Collection<EvmAddress> addresses) {
    return handle
        .createQuery(KNOWN)
        .bind("chain", chainId)
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

  /** Returns the payments that have their amount at their address, and are not told of it yet. */
  public List<Whole> whole(Handle handle, AddressFactory factory, int most) {
    return at(handle.createQuery(WHOLE), factory)
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

  public List<Live> live(Handle handle, AddressFactory factory, int most) {
    return at(handle.createQuery(LIVE), factory)
        .bind("most", most)
        .map(
            row ->
                new Live(
                    address(row, "address"),
                    address(row, "token_address"),
                    row.getColumn("read_to", Long.class)))
        .list();
  }

  /** Returns the next addresses whose payments have ended by this time, but for the rescan. */
  public List<Row> ending(
      Handle handle, AddressFactory factory, Instant now, long deadline, UUID after, int most) {
    return at(handle.createQuery(ENDING), factory)
        .bind("now", now.getEpochSecond())
        .bind("deadline", deadline)
        .bind("after", after)
        .bind("most", most)
        .map(TransferAddressQueries::row)
        .list();
  }

  /** Returns the next addresses that are not read up to the target, ordered by how far they are. */
  public List<Row> behind(
      Handle handle,
      AddressFactory factory,
      String state,
      long target,
      long number,
      UUID after,
      int most) {
    return at(handle.createQuery(PASS), factory)
        .bind("state", state)
        .bind("target", target)
        .bind("number", number)
        .bind("after", after)
        .bind("most", most)
        .map(TransferAddressQueries::row)
        .list();
  }

  /** Returns how many payments wait because nodes disagree about a transfer. */
  public int disputed(Handle handle, AddressFactory factory) {
    return at(handle.createQuery(DISPUTED), factory).mapTo(Integer.class).one();
  }

  /** Returns the factories with addresses that are not read out. */
  public List<AddressFactory> factories(Handle handle) {
    return handle
        .createQuery(FACTORIES)
        .map(
            row ->
                new AddressFactory(row.getColumn("chain_id", Long.class), address(row, "factory")))
        .list();
  }

  /** Tells whether a payment is made at the address, on whichever chain. */
  public boolean isAnyones(Handle handle, EvmAddress address) {
    return handle
        .createQuery(IS_ANYONES)
        .bind("address", address.bytes())
        .mapTo(Boolean.class)
        .findOne()
        .isPresent();
  }

  /** Returns what is missing of a payment that has this address, in all tokens together. */
  public BigDecimal missing(Handle handle, TransferAddressStore.Offered token) {
    return handle
        .createQuery(MISSING)
        .bind("merchant", token.merchant())
        .bind("id", token.payment())
        .bind("chain", token.chainId())
        .bind("token", token.token().bytes())
        .mapTo(BigDecimal.class)
        .one();
  }

  public List<TransferPayments.Address> ofPayment(Handle handle, Payment payment) {
    return handle
        .createQuery(OF_PAYMENT)
        .bind("id", payment.id())
        .bind("merchant", payment.merchantId())
        .map(TransferAddressQueries::shown)
        .list();
  }

  private static TransferPayments.Address shown(RowView row) {
    long chain = row.getColumn("chain_id", Long.class);
    return new TransferPayments.Address(
        chain,
        Chains.name(chain),
        row.getColumn("token", String.class),
        address(row, "token_address").toString(),
        row.getColumn("decimals", Integer.class),
        address(row, "address").toString(),
        row.getColumn("shown", Boolean.class),
        row.getColumn("expected", BigDecimal.class),
        row.getColumn("received", BigDecimal.class),
        row.getColumn("late", BigDecimal.class),
        BigDecimal.ZERO,
        BigDecimal.ZERO,
        row.getColumn("disputed", Boolean.class),
        null);
  }

  private static Row row(RowView row) {
    return new Row(
        address(row, "address"),
        address(row, "token_address"),
        row.getColumn("payment_id", PaymentId.class),
        row.getColumn("deadline", Long.class),
        row.getColumn("read_to", Long.class));
  }

  static <S extends SqlStatement<S>> S at(S statement, AddressFactory factory) {
    return statement.bind("chain", factory.chainId()).bind("factory", factory.contract().bytes());
  }

  static EvmAddress address(RowView row, String column) {
    return EvmAddress.of(row.getColumn(column, byte[].class));
  }

  static List<String> digits(Collection<EvmAddress> addresses) {
    return addresses.stream().map(address -> address.hex().substring(2)).toList();
  }
}
