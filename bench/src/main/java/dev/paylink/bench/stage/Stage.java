package dev.paylink.bench.stage;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.db.embedded.EmbeddedPostgresOptions;
import dev.paylink.platform.id.TypeId;
import dev.paylink.sandbox.SandboxFile;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A PostgreSQL with its durable settings and the service on it, each a process of its own so that
 * their CPU can be told apart. Everything lives in a temporary folder and ends with the bench.
 */
public final class Stage implements AutoCloseable {
  /** What several nodes on one database have in common. */
  public static final Map<String, String> SHARED_SECRETS =
      Map.of(
          "PAYLINK_CALLBACK_SECRET", "the-callback-secret-of-benches",
          "PAYLINK_ADMIN_TOKEN", "the-admin-token-of-benches",
          "PAYLINK_ENCRYPTION_KEY", "the-encryption-key-of-benches");

  private static final int COUNTED_AT_ONCE = 10_000;

  private final TemporaryFolder temporary = new TemporaryFolder();
  private final Path folder;
  private final EmbeddedPostgres postgres;
  private final Map<String, String> settings;
  private final List<ServiceNode> nodes = new CopyOnWriteArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  public Stage() throws IOException, InterruptedException, SQLException {
    this(Map.of());
  }

  /** With these settings, as variables of the environment. */
  public Stage(Map<String, String> settings)
      throws IOException, InterruptedException, SQLException {
    this.settings = settings;
    folder = temporary.path();
    postgres = EmbeddedPostgres.start(folder.resolve("db"), EmbeddedPostgresOptions.defaults());
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
    addNode();
    liftRateLimits();
  }

  /** Returns the first node, which every bench has. */
  public ServiceNode node() {
    return nodes.getFirst();
  }

  /** Starts another node on the same database, with a ready merchant of its own. */
  public ServiceNode addNode() throws IOException, InterruptedException {
    ServiceNode node =
        new ServiceNode(folder.resolve("node" + nodes.size()), postgres.jdbcUrl(), settings);
    nodes.add(node);
    return node;
  }

  /** Lets every key make any number of calls; the limiter runs all the same. */
  public void liftRateLimits() throws SQLException {
    sql("update api_key set rate_limit = 2000000000");
  }

  public String baseUrl() {
    return node().baseUrl();
  }

  public String internalUrl() {
    return access().internalUrl();
  }

  public MerchantId merchant() {
    return Objects.requireNonNull(MerchantId.parse(access().merchant().merchantId()));
  }

  public String apiKey() {
    return node().apiKey();
  }

  public String secretKey() {
    return node().secretKey();
  }

  public String callbackSecret() {
    return access().callbackSecret().reveal();
  }

  public String adminToken() {
    return access().adminToken().reveal();
  }

  public String jdbcUrl() {
    return postgres.jdbcUrl();
  }

  public long servicePid() {
    return node().pid();
  }

  public CpuClock serviceCpu() {
    return CpuClock.ofProcess(node().pid());
  }

  public CpuClock postgresCpu() {
    return CpuClock.ofTree(postgres.pid());
  }

  public void sql(String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbcUrl());
        Statement sql = connection.createStatement()) {
      sql.execute(statement);
    }
  }

  /** Returns the ids of the merchant's payments with these references. */
  public List<String> paymentIds(List<String> references) throws SQLException {
    List<String> ids = new ArrayList<>(references.size());
    try (Connection connection = DriverManager.getConnection(jdbcUrl());
        PreparedStatement select =
            connection.prepareStatement(
                "select id from payment where merchant_id = ? and reference = any(?)")) {
      select.setObject(1, merchant().value());
      select.setArray(2, connection.createArrayOf("text", references.toArray()));
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          ids.add(TypeId.format("pay", row.getObject(1, UUID.class)));
        }
      }
    }
    return ids;
  }

  /** Returns how many of these payments exist. */
  public int countPayments(List<String> ids) throws SQLException {
    int found = 0;
    try (Connection connection = DriverManager.getConnection(jdbcUrl());
        PreparedStatement count =
            connection.prepareStatement("select count(*) from payment where id = any(?)")) {
      for (int from = 0; from < ids.size(); from += COUNTED_AT_ONCE) {
        List<String> some = ids.subList(from, Math.min(ids.size(), from + COUNTED_AT_ONCE));
        count.setArray(
            1,
            connection.createArrayOf(
                "uuid", some.stream().map(id -> TypeId.parse("pay", id)).toArray()));
        try (ResultSet row = count.executeQuery()) {
          row.next();
          found += row.getInt(1);
        }
      }
    }
    return found;
  }

  /** Returns the version of the PostgreSQL that a stage would start. */
  public static String postgresVersion() throws IOException, SQLException {
    try (TemporaryFolder folder = new TemporaryFolder();
        EmbeddedPostgres postgres =
            EmbeddedPostgres.start(folder.path(), EmbeddedPostgresOptions.defaults());
        Connection connection = DriverManager.getConnection(postgres.jdbcUrl())) {
      return connection.getMetaData().getDatabaseProductVersion();
    }
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return; // by the end of the bench and by Ctrl-C, whichever comes first
    }
    nodes.forEach(ServiceNode::close);
    postgres.close();
    temporary.close();
  }

  /** Ends a bench that is stopped from outside, as by a time limit, and says so. */
  private void stop() {
    if (!closed.get()) {
      System.err.println("The bench was stopped. Errors that follow are a consequence of that.");
    }
    close();
  }

  private SandboxFile.Access access() {
    return node().access();
  }
}
