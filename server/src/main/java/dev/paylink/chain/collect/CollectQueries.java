package dev.paylink.chain.collect;

import dev.paylink.chain.transfer.IncomingTransferStore;
import dev.paylink.checkout.wallet.CollectableMoney;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** Transfers whose money was not seen to leave its address yet. */
public final class CollectQueries {
  private static final String UNCOLLECTED =
      """
      select t.payment_id, t.chain_id, t.token_address, t.token, t.address, t.amount, t.hash, t.log_index,
             t.block_number,
             (select d.payee from transfer_address d
               where d.payment_id = t.payment_id and d.chain_id = t.chain_id and d.merchant_id = t.merchant_id
                 and d.merchant_id = :merchant
               limit 1) as payee
        from incoming_transfer t
       where t.merchant_id = :merchant and not t.collected
         and (t.payment_id, t.chain_id, t.token_address) > (:payment, :chain, :token)
       order by t.payment_id, t.chain_id, t.token_address
       limit :most
      """;

  private static final String ADDRESSES =
      """
      select distinct chain_id, address, payee from transfer_address
       where payment_id = :payment and merchant_id = :merchant order by chain_id
      """;

  private static final UUID FIRST = new UUID(0, 0);

  /** One transfer. */
  record Transfer(IncomingTransferStore.LogKey log, long blockNumber, BigDecimal amount) {}

  /** What came to an address in one token and was not seen to leave it. */
  record Came(
      PaymentId payment,
      long chainId,
      EvmAddress token,
      String symbol,
      EvmAddress address,
      String payee,
      List<Transfer> transfers) {
    CollectableMoney.Cursor cursor() {
      return new CollectableMoney.Cursor(payment, chainId, token);
    }

    BigDecimal amount() {
      return transfers.stream().map(Transfer::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /**
     * Returns the transfers whose money has left when so much is held in the state of this block.
     * What is left is taken to be of the newest ones, so that a little that somebody sends later
     * does not keep all of them open.
     */
    List<IncomingTransferStore.LogKey> gone(long number, BigDecimal held) {
      List<IncomingTransferStore.LogKey> gone = new ArrayList<>();
      BigDecimal newer = BigDecimal.ZERO;
      for (Transfer it :
          transfers.stream()
              .filter(transfer -> transfer.blockNumber <= number)
              .sorted(
                  Comparator.comparingLong(Transfer::blockNumber)
                      .thenComparingLong(it -> it.log.logIndex())
                      .reversed())
              .toList()) {
        if (newer.compareTo(held) >= 0) {
          gone.add(it.log);
        }
        newer = newer.add(it.amount);
      }
      return gone;
    }
  }

  /** An address of a payment on a chain. */
  record At(long chainId, byte[] address, String payee) {}

  /** Returns the payment's addresses. */
  List<At> addresses(Handle handle, MerchantId merchant, PaymentId payment) {
    return handle
        .createQuery(ADDRESSES)
        .bind("merchant", merchant)
        .bind("payment", payment)
        .mapTo(At.class)
        .list();
  }

  /** Returns what came after that place, of this many transfers at most. */
  List<Came> uncollected(
      Handle handle, MerchantId merchant, CollectableMoney.@Nullable Cursor after, int most) {
    Map<CollectableMoney.Cursor, Came> all = new LinkedHashMap<>();
    handle
        .createQuery(UNCOLLECTED)
        .bind("merchant", merchant)
        .bind("payment", after == null ? FIRST : after.payment().value())
        .bind("chain", after == null ? 0 : after.chainId())
        .bind("token", after == null ? new byte[0] : after.token().bytes())
        .bind("most", most)
        .map(
            row -> {
              Came place = place(row);
              all.computeIfAbsent(place.cursor(), it -> place).transfers.add(transfer(row));
              return place;
            })
        .list();
    return List.copyOf(all.values());
  }

  private static Came place(RowView row) {
    return new Came(
        new PaymentId(row.getColumn("payment_id", UUID.class)),
        row.getColumn("chain_id", Long.class),
        EvmAddress.of(row.getColumn("token_address", byte[].class)),
        row.getColumn("token", String.class),
        EvmAddress.of(row.getColumn("address", byte[].class)),
        row.getColumn("payee", String.class),
        new ArrayList<>());
  }

  private static Transfer transfer(RowView row) {
    return new Transfer(
        new IncomingTransferStore.LogKey(
            Bytes32.of(row.getColumn("hash", byte[].class)),
            row.getColumn("log_index", Long.class)),
        row.getColumn("block_number", Long.class),
        row.getColumn("amount", BigDecimal.class));
  }
}
