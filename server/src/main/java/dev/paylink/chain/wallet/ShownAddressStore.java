package dev.paylink.chain.wallet;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.checkout.wallet.Chains;
import dev.paylink.checkout.wallet.TransferPayments;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.Payment;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * The addresses for plain transfers, as payers are shown them. Handles belong to the caller's
 * transaction.
 */
public final class ShownAddressStore {
  private static final String READ_TO =
      "select number from chain_cursor where chain_id = :chain and contract = :contract";
  // The share lock serialises this with every transaction that ends the payment: either the address
  // is there when the payment is given up, and is read to the end, or it is refused.
  private static final String STORE =
      """
      insert into deposit_address (merchant_id, payment_id, chain_id, contract, token_address, address, token, decimals,
                                   payee, expected, deadline, read_to)
      select p.merchant_id, p.id, :chain, :contract, :token_address, :address, :token, :decimals,
             :payee, :expected, :deadline, :read_to
        from (select merchant_id, id from payment
               where id = :id and merchant_id = :merchant and status in ('created', 'submitted')
                 for share) p
      on conflict do nothing
      """;
  // For a sandbox: the address was shown in time, but is paid after the payment has ended.
  private static final String STORE_LATE =
      """
      insert into deposit_address (merchant_id, payment_id, chain_id, contract, token_address, address, token, decimals,
                                   payee, expected, deadline, read_to)
      values (:merchant, :id, :chain, :contract, :token_address, :address, :token, :decimals,
              :payee, :expected, :deadline, :read_to)
      on conflict do nothing
      """;
  private static final String NOTE_SHOWN =
      """
      update deposit_address set shown_at = t.at
        from (select clock_timestamp() as at) t
       where payment_id = :id and merchant_id = :merchant and chain_id = :chain and token_address = :token
      """;
  private static final String OF_PAYMENT =
      """
      select chain_id, token_address, token, decimals, address, shown_at is not null as shown, expected, received, late
        from deposit_address
       where payment_id = :id and merchant_id = :merchant
       order by shown_at desc nulls last, chain_id, token
      """;

  private static final String MISSING =
      """
      select greatest(expected - received - late, 0) from deposit_address
       where payment_id = :id and merchant_id = :merchant and chain_id = :chain and token_address = :token
      """;

  /** Stores the address for these tokens of one chain, as far as it is not stored. */
  public void store(Handle handle, List<Payable> tokens, EvmAddress address) {
    store(handle, STORE, tokens, address, tokens.getFirst().payment().expiresAt());
  }

  /** Stores the address in any status of the payment; for a sandbox. */
  public void storeLate(Handle handle, List<Payable> tokens, EvmAddress address, Instant deadline) {
    store(handle, STORE_LATE, tokens, address, deadline);
  }

  private static void store(
      Handle handle, String sql, List<Payable> tokens, EvmAddress address, Instant deadline) {
    long readTo = readTo(handle, tokens.getFirst().chain());
    PreparedBatch batch = handle.prepareBatch(sql);
    for (Payable it : tokens) {
      batch
          .bind("merchant", it.payment().merchantId())
          .bind("id", it.payment().id())
          .bind("chain", it.chain().deployment().chainId())
          .bind("contract", it.chain().deployment().contract().bytes())
          .bind("token_address", it.token().address().bytes())
          .bind("address", address.bytes())
          .bind("token", it.token().symbol())
          .bind("decimals", it.token().decimals())
          .bind("payee", it.terms().payee().toString())
          .bind("expected", it.amount())
          .bind("deadline", deadline.getEpochSecond())
          .bind("read_to", readTo)
          .add();
    }
    batch.execute();
  }

  /** The second look begins here: nobody could pay to the address before it was stored. */
  private static long readTo(Handle handle, ChainConfig chain) {
    return handle
        .createQuery(READ_TO)
        .bind("chain", chain.deployment().chainId())
        .bind("contract", chain.deployment().contract().bytes())
        .mapTo(Long.class)
        .findOne()
        .orElse(Math.max(0, chain.startBlock() - 1));
  }

  /** Notes which token the payer was shown last; returns false if its address is not stored. */
  public boolean noteShown(Handle handle, Payable payable) {
    return handle
            .createUpdate(NOTE_SHOWN)
            .bind("merchant", payable.payment().merchantId())
            .bind("id", payable.payment().id())
            .bind("chain", payable.chain().deployment().chainId())
            .bind("token", payable.token().address().bytes())
            .execute()
        == 1;
  }

  /** Returns what is missing at a stored address. */
  public BigDecimal missing(Handle handle, Payable payable) {
    return handle
        .createQuery(MISSING)
        .bind("merchant", payable.payment().merchantId())
        .bind("id", payable.payment().id())
        .bind("chain", payable.chain().deployment().chainId())
        .bind("token", payable.token().address().bytes())
        .mapTo(BigDecimal.class)
        .one();
  }

  List<TransferPayments.Address> ofPayment(Handle handle, Payment payment) {
    return handle
        .createQuery(OF_PAYMENT)
        .bind("id", payment.id())
        .bind("merchant", payment.merchantId())
        .map(ShownAddressStore::address)
        .list();
  }

  private static TransferPayments.Address address(RowView row) {
    long chain = row.getColumn("chain_id", Long.class);
    return new TransferPayments.Address(
        chain,
        Chains.name(chain),
        row.getColumn("token", String.class),
        EvmAddress.of(row.getColumn("token_address", byte[].class)).toString(),
        row.getColumn("decimals", Integer.class),
        EvmAddress.of(row.getColumn("address", byte[].class)).toString(),
        row.getColumn("shown", Boolean.class),
        row.getColumn("expected", BigDecimal.class),
        row.getColumn("received", BigDecimal.class),
        row.getColumn("late", BigDecimal.class),
        null);
  }
}
