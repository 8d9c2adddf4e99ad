package dev.paylink.settlement.received;

import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.payment.Payment;
import dev.paylink.platform.db.binary.ColumnArrays;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Every final transfer that payments got: the one place that says what a payment has received.
 *
 * <ul>
 *   <li>Connections belong to the caller's transaction, which holds the merchants' event counters
 *       and changes the sums of the payments with the rows. So a payment's sum is always that of
 *       its rows that count; a success that was reported without its transfer has no row.
 *   <li>A transfer is one row of a payment, however often it is read.
 * </ul>
 *
 * <p>Plain JDBC, because it is part of every batch of outcomes.
 */
public final class ReceivedTransferStore {
  private static final String INSERT =
      """
      insert into received_transfer (merchant_id, payment_id, chain_id, hash, log_index, token, amount, source, late,
                                     counts, received_at)
      select merchant_id, payment_id, chain_id, decode(hash, 'hex'), log_index, token, amount, source, late, counts,
             ?::timestamptz
        from unnest(?::uuid[], ?::uuid[], ?::bigint[], ?::text[], ?::bigint[], ?::text[], ?::numeric[], ?::text[],
                    ?::boolean[], ?::boolean[])
             as k (merchant_id, payment_id, chain_id, hash, log_index, token, amount, source, late, counts)
          on conflict do nothing
      returning payment_id, chain_id, encode(hash, 'hex'), log_index
      """;
  // A token that was offered after its transfer was recorded as another one counts after all.
  private static final String COUNT =
      """
      update received_transfer set counts = ?, late = ?
       where payment_id = ? and merchant_id = ? and hash = decode(?, 'hex') and log_index = ? and chain_id = ?
      """;
  private static final String DELETE =
      """
      delete from received_transfer
       where payment_id = ? and merchant_id = ? and hash = decode(?, 'hex') and log_index = ? and chain_id = ?
      """;
  private static final String IS_COUNTED =
      """
      select exists (select from received_transfer
                      where payment_id = ? and merchant_id = ? and hash = decode(?, 'hex') and log_index = ?
                        and chain_id = ? and counts)
      """;
  private static final String OF_SETTLEMENTS =
      """
      select chain_id, encode(hash, 'hex'), log_index, token, amount, late, counts from received_transfer
       where payment_id = ? and merchant_id = ? and source = 'settlement'
      """;
  private static final String AT_ADDRESS =
      """
      select sum(amount) from received_transfer
       where payment_id = ? and merchant_id = ? and source = 'address' and counts
      """;
  private static final String LAST =
      """
      select chain_id, encode(hash, 'hex'), log_index, token, amount, late, counts from received_transfer
       where payment_id = ? and merchant_id = ? and counts
       order by received_at desc, chain_id, hash, log_index desc limit 1
      """;

  private static final String LAST_OF_PART =
      """
      select chain_id, encode(hash, 'hex'), log_index, token, amount, late, counts from received_transfer
       where payment_id = ? and merchant_id = ? and counts and chain_id = ? and token is not distinct from ?
       order by received_at desc, hash, log_index desc limit 1
      """;
  private static final String PARTS =
      """
      select chain_id, token, source, late, sum(amount) as amount from received_transfer
       where payment_id = ? and merchant_id = ? and counts
       group by chain_id, token, source, late
      """;

  /** What a payment got in one token on one chain by one way. */
  public record Part(
      long chainId,
      @Nullable String token,
      ReceivedTransfer.Source source,
      boolean isLate,
      BigDecimal amount) {
    public static Part of(ReceivedTransfer row) {
      return new Part(
          row.transfer().chainId(), row.token(), row.source(), row.isLate(), row.amount());
    }

    /** Returns what takes this one off. */
    public Part negated() {
      return new Part(chainId, token, source, isLate, amount.negate());
    }

    /** Returns whether the transfer is in the same token on the same chain. */
    public boolean isTokenOf(ReceivedTransfer row) {
      return row.transfer().chainId() == chainId && Objects.equals(row.token(), token);
    }
  }

  /** A transfer as one payment's. */
  public record Key(PaymentId paymentId, Transfer transfer) {
    public static Key of(ReceivedTransfer row) {
      return new Key(row.paymentId(), row.transfer());
    }
  }

  /**
   * Stores the transfers; one that is stored gets what it counts for now. Returns those that are
   * new.
   */
  public List<ReceivedTransfer> insert(
      Connection connection, Collection<ReceivedTransfer> rows, Instant at) throws SQLException {
    if (rows.isEmpty()) {
      return List.of();
    }
    Set<Key> added = new HashSet<>();
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setObject(1, at.atOffset(ZoneOffset.UTC));
      ColumnArrays<ReceivedTransfer> columns =
          new ColumnArrays<>(connection, insert, List.copyOf(rows));
      columns.set(2, "uuid", row -> row.merchantId().value());
      columns.set(3, "uuid", row -> row.paymentId().value());
      columns.set(4, "bigint", row -> row.transfer().chainId());
      columns.set(5, "text", row -> row.transfer().hash().digits());
      columns.set(6, "bigint", row -> row.transfer().logIndex());
      columns.set(7, "text", ReceivedTransfer::token);
      columns.set(8, "numeric", ReceivedTransfer::amount);
      columns.set(9, "text", row -> row.source().name());
      columns.set(10, "boolean", ReceivedTransfer::isLate);
      columns.set(11, "boolean", ReceivedTransfer::counts);
      try (ResultSet row = insert.executeQuery()) {
        while (row.next()) {
          added.add(new Key(new PaymentId(row.getObject(1, UUID.class)), transfer(row, 2)));
        }
      }
    }
    List<ReceivedTransfer> news = new ArrayList<>();
    for (ReceivedTransfer row : rows) {
      if (added.contains(Key.of(row))) {
        news.add(row);
      } else {
        count(connection, row);
      }
    }
    return news;
  }

  private static void count(Connection connection, ReceivedTransfer row) throws SQLException {
    try (PreparedStatement count = connection.prepareStatement(COUNT)) {
      count.setBoolean(1, row.counts());
      count.setBoolean(2, row.isLate());
      bind(count, 3, row);
      count.executeUpdate();
    }
  }

  /** Deletes transfers whose blocks are gone; returns those that were stored. */
  public List<ReceivedTransfer> delete(Connection connection, Collection<ReceivedTransfer> rows)
      throws SQLException {
    List<ReceivedTransfer> gone = new ArrayList<>();
    if (rows.isEmpty()) {
      return gone;
    }
    try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
      for (ReceivedTransfer row : rows) {
        bind(delete, 1, row);
        if (delete.executeUpdate() == 1) {
          gone.add(row);
        }
      }
    }
    return gone;
  }

  /** Returns whether the transfer is stored and counts. */
  public boolean isCounted(Connection connection, ReceivedTransfer row) throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(IS_COUNTED)) {
      bind(find, 1, row);
      try (ResultSet found = find.executeQuery()) {
        return found.next() && found.getBoolean(1);
      }
    }
  }

  /** Returns the transfers of a payment that did not come to its own address. */
  public List<ReceivedTransfer> ofSettlements(Connection connection, Payment payment)
      throws SQLException {
    return read(connection, OF_SETTLEMENTS, payment, ReceivedTransfer.Source.settlement);
  }

  /** Returns the last transfer that counts; null if there is none. */
  public @Nullable ReceivedTransfer last(Connection connection, Payment payment)
      throws SQLException {
    List<ReceivedTransfer> last = read(connection, LAST, payment, ReceivedTransfer.Source.address);
    return last.isEmpty() ? null : last.getFirst();
  }

  /** Returns the last transfer that counts in this token on this chain; null if there is none. */
  public @Nullable ReceivedTransfer last(Connection connection, Payment payment, Part part)
      throws SQLException {
    try (PreparedStatement find = of(connection, LAST_OF_PART, payment)) {
      find.setLong(3, part.chainId);
      find.setString(4, part.token);
      List<ReceivedTransfer> last = read(find, payment, part.source);
      return last.isEmpty() ? null : last.getFirst();
    }
  }

  /** Returns what has come and counts, added up. */
  public List<Part> parts(Connection connection, Payment payment) throws SQLException {
    List<Part> parts = new ArrayList<>();
    try (PreparedStatement find = of(connection, PARTS, payment);
        ResultSet row = find.executeQuery()) {
      while (row.next()) {
        parts.add(
            new Part(
                row.getLong("chain_id"),
                row.getString("token"),
                ReceivedTransfer.Source.valueOf(row.getString("source")),
                row.getBoolean("late"),
                row.getBigDecimal("amount")));
      }
    }
    return parts;
  }

  /** Returns what has come to the payment's own address and counts; null if nothing has. */
  public @Nullable BigDecimal atAddress(Connection connection, Payment payment)
      throws SQLException {
    try (PreparedStatement sum = of(connection, AT_ADDRESS, payment);
        ResultSet row = sum.executeQuery()) {
      row.next();
      return row.getBigDecimal(1);
    }
  }

  private static List<ReceivedTransfer> read(
      Connection connection, String sql, Payment payment, ReceivedTransfer.Source source)
      throws SQLException {
    try (PreparedStatement find = of(connection, sql, payment)) {
      return read(find, payment, source);
    }
  }

  static List<ReceivedTransfer> read(
      PreparedStatement find, Payment payment, ReceivedTransfer.Source source) throws SQLException {
    List<ReceivedTransfer> found = new ArrayList<>();
    try (ResultSet row = find.executeQuery()) {
      while (row.next()) {
        found.add(
            new ReceivedTransfer(
                payment.merchantId(),
                payment.id(),
                transfer(row, 1),
                row.getString("token"),
                row.getBigDecimal("amount"),
                source,
                row.getBoolean("late"),
                row.getBoolean("counts")));
      }
    }
    return found;
  }

  private static PreparedStatement of(Connection connection, String sql, Payment payment)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setObject(1, payment.id().value());
    statement.setObject(2, payment.merchantId().value());
    return statement;
  }

  private static Transfer transfer(ResultSet row, int column) throws SQLException {
    return new Transfer(
        row.getLong(column),
        new Bytes32("0x" + row.getString(column + 1)),
        row.getLong(column + 2));
  }

  private static void bind(PreparedStatement statement, int first, ReceivedTransfer row)
      throws SQLException {
    statement.setObject(first, row.paymentId().value());
    statement.setObject(first + 1, row.merchantId().value());
    statement.setString(first + 2, row.transfer().hash().digits());
    statement.setLong(first + 3, row.transfer().logIndex());
    statement.setLong(first + 4, row.transfer().chainId());
  }
}
