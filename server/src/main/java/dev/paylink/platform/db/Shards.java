package dev.paylink.platform.db;

import dev.paylink.platform.db.binary.BinaryArray;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.config.JdbiConfig;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the merchants' tables are spread over several servers (Citus), and limits a
 * statement to the shards of some merchants where they are. On one server the limit is null, a
 * condition that is always true and that no plan depends on: there is one set of statements.
 */
public final class Shards implements JdbiConfig<Shards> {
  /** Shards are told apart by so many leading bits of the hash of a merchant's id. */
  public static final int BITS = 12;

  private static final String IS_INSTALLED =
      "select count(*) from pg_extension where extname = 'citus'";
  private static final String COUNT =
      """
      select count(*) from pg_dist_shard where logicalrelid = to_regclass('payment')
         and shardminvalue is not null
      """;
  private static final int MAX_QUEUES = 64;

  private int count;

  /** Knows of one server. Jdbi makes it. */
  public Shards() {}

  Shards(int count) {
    this.count = count;
  }

  public static Shards of(Handle handle) {
    return handle.getConfig(Shards.class);
  }

  public static Shards of(Jdbi jdbi) {
    return jdbi.getConfig(Shards.class);
  }

  /** Reads how many shards the payments have; none on a server of its own. */
  static Shards read(Connection connection) throws SQLException {
    return new Shards(number(connection, IS_INSTALLED) == 0 ? 0 : number(connection, COUNT));
  }

  /** Returns the condition that limits a statement to the merchants bound to its parameters. */
  public static String only(String column) {
    return "(?::uuid[] is null or " + column + " = any(?))";
  }

  /** Returns the same for one merchant, which the statement has as {@code :only}. */
  public static String onlyNamed(String column) {
    return "(cast(:only as uuid) is null or " + column + " = cast(:only as uuid))";
  }

  public boolean areSeveral() {
    return count > 0;
  }

  /** Returns how many queues work side by side: one, or one for each shard. */
  public int queues() {
    return Math.clamp(count, 1, MAX_QUEUES);
  }

  /** Returns the queue of the merchants whose ids hash to these bits. */
  public int queueOf(int bits) {
    return (bits * queues()) >>> BITS;
  }

  /** Returns the merchants as an array parameter; null, which means all, on one server. */
  public Object @Nullable [] only(Collection<UUID> merchants) {
    return areSeveral() ? merchants.toArray() : null;
  }

  /** Returns the merchant as a parameter; null, which means all, on one server. */
  public @Nullable UUID only(UUID merchant) {
    return areSeveral() ? merchant : null;
  }

  /**
   * Returns the merchants in groups for which a statement that locks rows is run: all of them on
   * one server; one by one in the order of their ids on several, where such a statement runs on one
   * server only, and two nodes never deadlock.
   */
  public List<Object[]> together(Object[] merchants) {
    return areSeveral()
        ? Arrays.stream(merchants)
            .distinct()
            .sorted(Shards::compare)
            .map(each -> new Object[] {each})
            .toList()
        : List.<Object[]>of(merchants);
  }

  /**
   * Returns the limits under which a statement that looks many keys up is run: null, which means
   * all, on one server; {@link #together} on several.
   */
  public List<Object @Nullable []> limits(Supplier<Object[]> merchants) {
    if (!areSeveral()) {
      return Collections.singletonList(null);
    }
    return List.copyOf(together(merchants.get()));
  }

  /** Returns null, which means all, on one server; each merchant by itself on several. */
  public List<@Nullable UUID> oneByOne(Object[] merchants) {
    if (!areSeveral()) {
      return Collections.singletonList(null);
    }
    return Arrays.stream(merchants).distinct().<@Nullable UUID>map(UUID.class::cast).toList();
  }

  /** Binds the merchants to all parameters of the statement from {@code from} to {@code to}. */
  public static void bind(
      PreparedStatement statement, int from, int to, Object @Nullable [] merchants)
      throws SQLException {
    java.sql.@Nullable Array array =
        merchants == null ? null : BinaryArray.uuids(statement.getConnection(), merchants);
    for (int i = from; i <= to; i++) {
      statement.setArray(i, array);
    }
  }

  @Override
  public Shards createCopy() {
    return new Shards(count);
  }

  void become(Shards other) {
    count = other.count;
  }

  private static int compare(Object one, Object other) {
    return one.toString().compareTo(other.toString());
  }

  private static int number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getInt(1);
    }
  }
}
