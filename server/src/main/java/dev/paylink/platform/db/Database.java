package dev.paylink.platform.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.paylink.platform.BusinessClock;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.jdbi.v3.core.ConnectionFactory;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.spi.JdbiPlugin;
import org.jspecify.annotations.Nullable;

/**
 * The connection to PostgreSQL: one pool, migrated before anyone else sees it. A request's
 * statement waits for a lost or stalled database no longer than {@link #PATIENCE}, so that requests
 * in an outage are answered instead of piling up.
 */
public final class Database implements AutoCloseable {
  /** How long a request may wait for the database in total; after that the answer is a 503. */
  public static final Duration PATIENCE = Duration.ofMillis(1500);

  private static final int POOL_SIZE = 12;

  /** So that statements that wait for one worker leave connections for the others. */
  private static final int MAX_POOL_SIZE_OVER_SHARDS = 40;

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

  private final BusinessClock clock = new BusinessClock();
  private final String jdbcUrl;
  private final HikariDataSource pool;
  private final Jdbi jdbi;
  private final Jdbi workers;
  private final CommitProbe commitProbe;

  private Database(String jdbcUrl, HikariDataSource pool, Shards shards, JdbiPlugin types) {
    this.jdbcUrl = jdbcUrl;
    this.pool = pool;
    if (shards.areSeveral()) {
      pool.setMaximumPoolSize(MAX_POOL_SIZE_OVER_SHARDS);
    }
    FreshPlans plans = new FreshPlans(shards);
    this.jdbi = jdbi(() -> plans.on(impatient(pool.getConnection())), types);
    this.workers = jdbi(() -> plans.on(pool.getConnection()), types);
    jdbi.getConfig(Shards.class).become(shards);
    workers.getConfig(Shards.class).become(shards);
    this.commitProbe = new CommitProbe(pool);
  }

  /**
   * Connects, waiting a while for a database that is just starting, and migrates.
   *
   * @param types teaches Jdbi the types of the parts above
   */
  public static Database open(String jdbcUrl, JdbiPlugin types) {
    return open(jdbcUrl, jdbcUrl, types);
  }

  /**
   * Opens a database whose tables belong to another role than the one that works with them.
   *
   * @param jdbcUrl of the role that works with the tables; it is granted the rights it needs
   * @param ownerUrl of the role that owns the tables and migrates them
   */
  public static Database open(String jdbcUrl, String ownerUrl, JdbiPlugin types) {
    HikariDataSource pool = new HikariDataSource(config(jdbcUrl));
    try {
      migrate(ownerUrl);
      if (!ownerUrl.equals(jdbcUrl)) {
        ServiceGrants.give(pool, ownerUrl);
      }
      return new Database(jdbcUrl, pool, shards(pool), types);
    } catch (RuntimeException | Error e) {
      pool.close();
      throw e;
    }
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

  /** Returns the address for connections outside the pool. */
  public String jdbcUrl() {
    return jdbcUrl;
  }

  /** Returns the probe that tells whether anything can be committed now. */
  public CommitProbe commitProbe() {
    return commitProbe;
  }

  /** Returns the database's own report of its state. */
  public DatabaseState state() {
    HikariPoolMXBean connections = pool.getHikariPoolMXBean();
    return DatabaseState.ask(
        jdbi,
        new DatabaseState.Connections(
            connections.getActiveConnections(),
            connections.getIdleConnections(),
            connections.getThreadsAwaitingConnection()));
  }

  @Override
  public void close() {
    pool.close();
  }

  private static Jdbi jdbi(ConnectionFactory connections, JdbiPlugin types) {
    return Jdbi.create(connections)
        .installPlugin(types)
        .registerColumnMapper(Instant.class, (row, number, context) -> instant(row, number));
  }

  private static @Nullable Instant instant(ResultSet row, int number) throws SQLException {
    OffsetDateTime time = row.getObject(number, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  private static Connection impatient(Connection connection) throws SQLException {
    connection.setNetworkTimeout(Runnable::run, (int) PATIENCE.toMillis());
    return connection;
  }

  private static HikariConfig config(String jdbcUrl) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("paylink");
    config.setJdbcUrl(jdbcUrl);
    config.setMaximumPoolSize(POOL_SIZE);
    config.setMinimumIdle(POOL_SIZE);
    config.setConnectionTimeout(PATIENCE.toMillis() * 2 / 3);
    config.setValidationTimeout(500);
    config.setInitializationFailTimeout(CONNECT_PATIENCE.toMillis());
    config.addDataSourceProperty("ApplicationName", "paylink");
    config.addDataSourceProperty("connectTimeout", "1");
    // A worker's statement on a stalled server ends its connection; none of ours takes this long.
    config.addDataSourceProperty("socketTimeout", "20");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    config.addDataSourceProperty("prepareThreshold", "1");
    config.addDataSourceProperty("options", PLANNER_SETTINGS);
    return config;
  }

  /**
   * Migrates the tables. Flyway takes a lock in the database, so several nodes may start at once.
   */
  private static void migrate(String jdbcUrl) {
    if (!CurrentSchema.isIn(jdbcUrl)) {
      migrateTo(jdbcUrl, null);
    }
  }

  /** Migrates the tables up to a version, or to the newest if it is null. */
  public static void migrateTo(String jdbcUrl, @Nullable String version) {
    try {
      Flyway.configure()
          .dataSource(jdbcUrl, null, null) // a connection of its own, without our time-outs
          .locations("classpath:" + CurrentSchema.FOLDER)
          .failOnMissingLocations(true)
          .target(version == null ? "latest" : version)
          .load()
          .migrate();
    } catch (FlywayValidateException e) {
      throw new IllegalStateException(
          "the database was made by an unreleased version of the service and cannot be upgraded;"
              + " start with an empty database or data folder",
          e);
    }
  }
}
