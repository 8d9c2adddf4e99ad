package dev.paylink.platform.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.SQLExceptionOverride;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.Outage;
import dev.paylink.platform.OutageLog;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.ConnectionFactory;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.spi.JdbiPlugin;
import org.jdbi.v3.core.statement.ColonPrefixSqlParser;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jspecify.annotations.Nullable;

/**
 * The connection to PostgreSQL: one pool, migrated before anyone else sees it. A request's
 * statement waits for a lost or stalled database no longer than {@link #patience}, so that requests
 * in an outage are answered instead of piling up.
 */
public final class Database implements AutoCloseable {
  /** How long a request waits for the database if nothing else is configured. */
  public static final Duration USUAL_PATIENCE = Duration.ofMillis(1500);

  /**
   * What a statement's text means does not depend on who runs it: requests and workers, and in a
   * JVM of tests all services, read each text once. It keeps as many as Jdbi does by itself.
   */
  private static final SqlParser PARSER = new ColonPrefixSqlParser();

  private static final int POOL_SIZE = 12;

  /** So that statements that wait for one worker leave connections for the others. */
  private static final int MAX_POOL_SIZE_OVER_SHARDS = 40;

  /** The server ends a statement this soon after its connection is gone. */
  private static final String NOT_ABANDONED = "-c client_connection_check_interval=2s";

  /**
   * Set here, so that no server's settings choose our plans. Our statements look rows up by key:
   * they need no scan of a table, no hash, no bitmap. The cost of a plan is the number of rows it
   * touches: pages come from memory, or else every plan is slow.
   */
  private static final String PLANNER_SETTINGS =
      Stream.of(
              "plan_cache_mode=force_generic_plan",
              "enable_seqscan=off",
              "enable_indexscan=on",
              "enable_indexonlyscan=on",
              "enable_nestloop=on",
              "enable_bitmapscan=off",
              "enable_hashjoin=off",
              "enable_mergejoin=off",
              "jit=off",
              "max_parallel_workers_per_gather=0",
              "seq_page_cost=0",
              "random_page_cost=0",
              "cpu_tuple_cost=1",
              "cpu_index_tuple_cost=1",
              "cpu_operator_cost=0.0025")
          .map(setting -> "-c " + setting)
          .collect(Collectors.joining(" "));

  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(30);

  /** A worker's statement on a stalled server ends its connection; none of ours takes this long. */
  private static final Duration STALLED = Duration.ofSeconds(20);

  private final BusinessClock clock = new BusinessClock();
  private final PrimaryConnections connections;
  private final OpenedConnections source;
  private final HikariDataSource pool;
  private final Duration patience;
  private final Jdbi jdbi;
  private final Jdbi workers;
  private final CommitProbe commitProbe;

  private Database(
      PrimaryConnections connections,
      OpenedConnections source,
      HikariDataSource pool,
      Shards shards,
      Duration patience,
      JdbiPlugin types) {
    this.connections = connections;
    this.source = source;
    this.pool = pool;
    this.patience = patience;
    if (shards.areSeveral()) {
      pool.setMaximumPoolSize(MAX_POOL_SIZE_OVER_SHARDS);
    }
    FreshPlans plans = new FreshPlans(shards);
    this.jdbi = jdbi(() -> plans.on(impatient(pooled())), types);
    this.workers = jdbi(() -> plans.on(pooled()), types);
    jdbi.getConfig(Shards.class).become(shards);
    workers.getConfig(Shards.class).become(shards);
    this.commitProbe = new CommitProbe(this::pooled);
  }

  /**
   * Connects, waiting a while for a database that is just starting, and migrates.
   *
   * @param types teaches Jdbi the types of the parts above
   */
  public static Database open(String jdbcUrl, JdbiPlugin types) {
    return open(jdbcUrl, jdbcUrl, USUAL_PATIENCE, types);
  }

  /**
   * Opens a database whose tables belong to another role than the one that works with them.
   *
   * @param jdbcUrl of the role that works with the tables; it is granted the rights it needs
   * @param ownerUrl of the role that owns the tables and migrates them
   * @param patience how long a request may wait for the database
   */
  public static Database open(
      String jdbcUrl, String ownerUrl, Duration patience, JdbiPlugin types) {
    return open(jdbcUrl, () -> Migrations.run(ownerUrl, jdbcUrl), patience, types);
  }

  /**
   * Opens a database that somebody else migrates.
   *
   * @throws IllegalStateException if its schema is older than this version needs or newer than it
   *     understands
   */
  public static Database openMigrated(String jdbcUrl, Duration patience, JdbiPlugin types) {
    return open(jdbcUrl, () -> Migrations.check(jdbcUrl), patience, types);
  }

  private static Database open(
      String jdbcUrl, Runnable prepare, Duration patience, JdbiPlugin types) {
    OutageLog.DATABASE.about("the database at " + servers(jdbcUrl));
    PrimaryConnections connections = new PrimaryConnections(jdbcUrl, properties(), STALLED);
    OpenedConnections source = new OpenedConnections(connections);
    HikariDataSource pool = null;
    try {
      pool = new HikariDataSource(config(source, patience));
      connections.onChange(pool.getHikariPoolMXBean()::softEvictConnections);
      prepare.run();
      source.persist();
      return new Database(connections, source, pool, shards(pool), patience, types);
    } catch (RuntimeException | Error e) {
      if (pool != null) {
        pool.close();
      }
      connections.close();
      throw e;
    }
  }

  /** Returns the hosts and ports of an address, and nothing else of it. */
  private static String servers(String jdbcUrl) {
    return jdbcUrl.replaceFirst("^[a-z:]*//", "").replaceFirst("[/?].*", "");
  }

  private static Shards shards(HikariDataSource pool) {
    try (Connection connection = pool.getConnection()) {
      return Shards.read(connection);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot read how the tables are distributed", e);
    }
  }

  /** Returns the time of what is stored here: real time, except in a sandbox. */
  public BusinessClock clock() {
    return clock;
  }

  /** Returns access to a database as it is: one connection for each use, nothing is migrated. */
  public static Jdbi unmigrated(String jdbcUrl, JdbiPlugin types) {
    return jdbi(() -> DriverManager.getConnection(jdbcUrl), types);
  }

  /** Returns the access for requests, for which a client waits. */
  public Jdbi jdbi() {
    return jdbi;
  }

  /**
   * Returns the access for workers whose callers watch the clock themselves: a slow disk does not
   * break their work.
   */
  public Jdbi workers() {
    return workers;
  }

  /** Returns how long a request may wait for the database in total; then the answer is a 503. */
  public Duration patience() {
    return patience;
  }

  /** Opens a connection outside the pool, for the caller alone. */
  Connection connection() throws SQLException {
    return connections.open();
  }

  /** Returns the probe that tells whether anything can be committed now. */
  public CommitProbe commitProbe() {
    return commitProbe;
  }

  /** Returns the database's own report of its state. */
  public DatabaseState state() {
    return DatabaseState.ask(jdbi, connections());
  }

  /** Returns the connections of the pool. */
  public DatabaseState.Connections connections() {
    HikariPoolMXBean all = pool.getHikariPoolMXBean();
    return new DatabaseState.Connections(
        all.getActiveConnections(), all.getIdleConnections(), all.getThreadsAwaitingConnection());
  }

  @Override
  public void close() {
    pool.close();
    connections.close();
  }

  private static Jdbi jdbi(ConnectionFactory connections, JdbiPlugin types) {
    Jdbi jdbi =
        Jdbi.create(connections)
            .installPlugin(types)
            .registerColumnMapper(Instant.class, (row, number, context) -> instant(row, number));
    jdbi.getConfig(SqlStatements.class).setSqlParser(PARSER);
    return jdbi;
  }

  private static @Nullable Instant instant(ResultSet row, int number) throws SQLException {
    OffsetDateTime time = row.getObject(number, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  /** Takes a connection from the pool; if there is none, the failure tells why. */
  private Connection pooled() throws SQLException {
    try {
      return pool.getConnection();
    } catch (SQLTransientConnectionException e) {
      SQLException trouble = source.trouble();
      throw trouble == null ? e : new SQLTransientConnectionException(e.getMessage(), trouble);
    }
  }

  private Connection impatient(Connection connection) throws SQLException {
    connection.setNetworkTimeout(Runnable::run, (int) patience.toMillis());
    return connection;
  }

  private static HikariConfig config(OpenedConnections source, Duration patience) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("paylink");
    config.setDataSource(source);
    config.setMaximumPoolSize(POOL_SIZE);
    config.setMinimumIdle(POOL_SIZE);
    config.setConnectionTimeout(patience.toMillis() * 2 / 3);
    config.setValidationTimeout(500);
    config.setInitializationFailTimeout(CONNECT_PATIENCE.toMillis());
    config.setExceptionOverride(new LeaveReadOnly());
    return config;
  }

  private static Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "paylink");
    properties.setProperty("prepareThreshold", "1");
    properties.setProperty("options", PLANNER_SETTINGS + " " + NOT_ABANDONED);
    return properties;
  }

  /** Drops a connection whose server has become read-only, as a former primary has. */
  private static final class LeaveReadOnly implements SQLExceptionOverride {
    @java.lang.Override // the interface has an Override of its own
    public SQLExceptionOverride.Override adjudicate(SQLException failure) {
      return Outage.READ_ONLY.equals(failure.getSQLState())
          ? SQLExceptionOverride.Override.MUST_EVICT
          : SQLExceptionOverride.Override.CONTINUE_EVICT;
    }
  }
}
