package dev.paylink.chain.collect;

import dev.paylink.checkout.wallet.CollectableMoney;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.EvmAddress;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** Transfers whose money was not seen to leave its address yet. */
public final class CollectStore {
  private static final String UNCOLLECTED =
      """
      select t.payment_id, t.chain_id, t.token_address, t.token, t.address, sum(t.amount) as came,
             (select d.payee from deposit_address d
               where d.payment_id = t.payment_id and d.chain_id = t.chain_id and d.merchant_id = t.merchant_id
               limit 1) as payee
        from deposit_transfer t
       where t.merchant_id = :merchant and not t.collected
         and (t.payment_id, t.chain_id, t.token_address) > (:payment, :chain, :token)
       group by t.merchant_id, t.payment_id, t.chain_id, t.token_address, t.token, t.address
       order by t.payment_id, t.chain_id, t.token_address
       limit :most
      """;
  // What is left is taken to be of the newest transfers, so that a little that somebody sends later
  // does not keep all of them open.
  private static final String MARK =
      """
      update deposit_transfer t set collected = true
        from (select hash, log_index,
                     sum(amount) over (order by block_number desc, log_index desc) - amount as newer
                from deposit_transfer
               where payment_id = :payment and merchant_id = :merchant and chain_id = :chain
                 and token_address = :token and block_number <= :number and not collected) n
       where t.hash = n.hash and t.log_index = n.log_index and t.chain_id = :chain and t.merchant_id = :merchant
         and n.newer >= :held
      """;

  private static final UUID FIRST = new UUID(0, 0);

  /** What came to an address in one token and was not seen to leave it. */
  record Came(
      PaymentId payment,
      long chainId,
      EvmAddress token,
      String symbol,
      EvmAddress address,
      String payee,
      BigDecimal amount) {
    CollectableMoney.Cursor cursor() {
      return new CollectableMoney.Cursor(payment, chainId, token);
    }
  }

  List<Came> uncollected(
      Handle handle, MerchantId merchant, CollectableMoney.@Nullable Cursor after, int most) {
    return handle
        .createQuery(UNCOLLECTED)
        .bind("merchant", merchant)
        .bind("payment", after == null ? FIRST : after.payment().value())
        .bind("chain", after == null ? 0 : after.chainId())
        .bind("token", after == null ? new byte[0] : after.token().bytes())
        .bind("most", most)
        .map(CollectStore::came)
        .list();
  }

  /** Notes that no more than this lay at the address in the state of this final block. */
  void mark(Handle handle, MerchantId merchant, Came came, long number, BigDecimal held) {
    handle
        .createUpdate(MARK)
        .bind("merchant", merchant)
        .bind("payment", came.payment())
        .bind("chain", came.chainId())
        .bind("token", came.token().bytes())
        .bind("number", number)
        .bind("held", held)
        .execute();
  }

  private static Came came(RowView row) {
    return new Came(
        new PaymentId(row.getColumn("payment_id", UUID.class)),
        row.getColumn("chain_id", Long.class),
        EvmAddress.of(row.getColumn("token_address", byte[].class)),
        row.getColumn("token", String.class),
        EvmAddress.of(row.getColumn("address", byte[].class)),
        row.getColumn("payee", String.class),
        row.getColumn("came", BigDecimal.class));
  }
}
