package dev.paylink.settlement.received;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.db.binary.BinaryArray;
import dev.paylink.platform.db.binary.ColumnArrays;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * The payment that each transfer has settled. Plain JDBC with arrays: every batch of confirmations
 * passes here. Connections belong to the caller's transaction.
 */
public final class TransferStore {
  static final String FIND =
      """
      select k.number, s.payment_id
        from unnest(?::bigint[], ?::text[], ?::bigint[], ?::integer[]) as k (chain_id, digits, log_index, number)
       cross join lateral (
             select payment_id from settled_transfer
              where hash = decode(k.digits, 'hex') and log_index = k.log_index
                and chain_id = k.chain_id
             offset 0) s
      """;
  // In the order of the key, so that two nodes never deadlock.
  private static final String INSERT =
      """
      insert into settled_transfer (chain_id, hash, log_index, merchant_id, payment_id, recorded_at)
      select chain_id, decode(digits, 'hex'), log_index, merchant_id, payment_id, ?::timestamptz
        from unnest(?::bigint[], ?::text[], ?::bigint[], ?::uuid[], ?::uuid[])
             as k (chain_id, digits, log_index, merchant_id, payment_id)
      on conflict do nothing
      """;
  private static final String FREE =
      """
      delete from settled_transfer s
       using unnest(?::bigint[], ?::text[], ?::bigint[]) as k (chain_id, digits, log_index)
       where s.hash = decode(k.digits, 'hex') and s.log_index = k.log_index
         and s.chain_id = k.chain_id
      """;

  /** A transfer and the payment that it settles. */
  public record Row(Transfer transfer, MerchantId merchantId, PaymentId paymentId) {}

  /** Another node has just recorded one of the transfers; a second lookup finds it. */
  public static final class TakenMeanwhile extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TakenMeanwhile() {
      super("another node has recorded one of these transfers at the same time");
    }
  }

  /** Finds the payments that these transfers have settled. */
  public void find(
      Tx.Together together, Collection<Transfer> transfers, BiConsumer<Transfer, PaymentId> found) {
    if (transfers.isEmpty()) {
      return;
    }
    List<Transfer> all = List.copyOf(transfers);
    together.query(
        FIND,
        (find, before) -> {
          bind(find, before, all);
          Object[] numbers = IntStream.range(0, all.size()).boxed().toArray();
          find.setArray(before + 4, BinaryArray.of(find.getConnection(), "integer", numbers));
        },
        row -> found.accept(all.get(row.getInt(1)), new PaymentId(row.getObject(2, UUID.class))));
  }

  /** Forgets which payments these transfers have settled. */
  public void free(Connection connection, Collection<Transfer> transfers) throws SQLException {
    if (transfers.isEmpty()) {
      return;
    }
    try (PreparedStatement free = connection.prepareStatement(FREE)) {
      bind(free, 0, List.copyOf(transfers));
      free.executeUpdate();
    }
  }

  private static void bind(PreparedStatement statement, int before, List<Transfer> transfers)
      throws SQLException {
    ColumnArrays<Transfer> columns =
        new ColumnArrays<>(statement.getConnection(), statement, before, transfers);
    columns.set(1, "bigint", Transfer::chainId);
    columns.set(2, "text", transfer -> transfer.hash().digits());
    columns.set(3, "bigint", Transfer::logIndex);
  }

  /**
   * Inserts the rows; throws {@link TakenMeanwhile} if one of the transfers is already recorded.
   */
  public void insert(Tx.Together together, Collection<Row> rows, Instant at) {
    if (rows.isEmpty()) {
      return;
    }
    List<Row> sorted =
        rows.stream().sorted(Comparator.comparing(Row::transfer, Transfer.ORDER)).toList();
    together.update(
        INSERT,
        (insert, before) -> {
          insert.setObject(before + 1, at.atOffset(ZoneOffset.UTC));
          ColumnArrays<Row> columns =
              new ColumnArrays<>(together.tx().connection(), insert, before, sorted);
          columns.set(2, "bigint", row -> row.transfer.chainId());
          columns.set(3, "text", row -> row.transfer.hash().digits());
          columns.set(4, "bigint", row -> row.transfer.logIndex());
          columns.set(5, "uuid", row -> row.merchantId.value());
          columns.set(6, "uuid", row -> row.paymentId.value());
        },
        inserted -> {
          if (inserted != sorted.size()) {
            throw new TakenMeanwhile();
          }
        });
  }
}
