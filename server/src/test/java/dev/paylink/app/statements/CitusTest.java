package dev.paylink.app.statements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.db.Distribution;
import dev.paylink.platform.db.Migrations;
import dev.paylink.platform.db.embedded.CitusCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Every statement of the service runs on Citus, and what a merchant or payer causes asks one shard.
 */
@EnabledIfSystemProperty(named = "paylink.soak", matches = "true")
@EnabledIf(
    value = "dev.paylink.platform.db.embedded.CitusCluster#isInstalled",
    disabledReason = "Citus is not installed: ./paylink soak citus tells how to get it")
final class CitusTest {
  private static final int MERCHANTS = 40;
  private static final int ROWS = 2_000;
  private static final Pattern TASKS = Pattern.compile("Task Count: (\\d+)");

  /**
   * On the coordinator, on one shard, or rows that were made here and are sent to their own shard.
   */
  private static final Set<String> ONE_SHARD = Set.of("local", "1", "insert-select");

  /** Not used where there are several servers: what a merchant has waiting is found otherwise. */
  private static final List<String> ON_ONE_SERVER =
      List.of("DeliveryQueueQueries.LOOK", "DeliveryQueueQueries.OLDEST_DUE");

  /**
   * May ask all shards: work in the background, the operator's lists, exports, and whether an
   * address that a customer names belongs to anybody's payment.
   */
  private static final List<String> OF_ALL_MERCHANTS =
      List.of(
          "DeliveryQueueQueries.",
          "ExhaustedQueries.BETWEEN",
          "ExhaustedQueries.WHOSE",
          "ExhaustedQueries.COUNT",
          "HeldStore.WAITING",
          "HeldStore.DECIDED",
          "HeldStore.OF_PAYMENT",
          "HeldStore.AMONG",
          "HeldStore.COUNT",
          "HeldStore.DECIDE",
          "HeldStore.CONFIRM_TOKEN",
          "HeldStore.FORGET",
          "HeldStore.SUMS",
          "MismatchQueries.WHOSE",
          "MismatchQueries.COUNT",
          "WatchedRefQueries.",
          "EarlyRefQueries.SEEN",
          "EarlyRefQueries.CONFIRMED",
          "EarlyRefQueries.COUNT_WAYS",
          "RefStore.FORGET_SENT",
          "RefStore.NOTE_SEEN",
          "RefStore.NOTE_IN_BLOCK",
          "RefStore.MARK_EARLY",
          "RefStore.TAKE_BACK",
          "RefStore.MARK_SETTLED",
          "RefStore.FORGET_AFTER",
          "OverdueStore.",
          "IncomingTransferStore.COMPLETING",
          "IncomingTransferStore.FORGET",
          "IncomingTransferStore.INSERT",
          "IncomingTransferStore.UNCOLLECT",
          "TransferAddressQueries.DISPUTED",
          "TransferAddressQueries.ENDING",
          "TransferAddressQueries.FACTORIES",
          "TransferAddressQueries.IS_ANYONES",
          "TransferAddressQueries.KNOWN",
          "TransferAddressQueries.LIVE",
          "TransferAddressQueries.PASS",
          "TransferAddressQueries.WHOLE",
          "TransferAddressStore.ADD",
          "TransferAddressStore.ADVANCE",
          "TransferAddressStore.DISPUTE",
          "TransferAddressStore.DOUBT",
          "TransferAddressStore.KEEP",
          "TransferAddressStore.LEAVE",
          "TransferAddressStore.MARK_TOLD",
          "TransferAddressStore.SET_BACK",
          "RefundQueries.IS_TRANSFER_ADDRESS",
          "RefundWatchQueries.KNOWN",
          "RefundWatchQueries.OPEN",
          "RefundWatchQueries.UNADDRESSED",
          "RefundWatchQueries.SENT",
          "RefundStore.FORGET_AFTER",
          "RequestLogStore.REMOVE",
          "SweepQueries.NEXT_MERCHANT",
          "WebhookHealthQueries.SUSPECTS",
          "ReportStore.DELETE_OLD",
          "AttemptStore.OLDEST_RUNS",
          "AttemptStore.DELETE_",
          "DeliveryStore.DELETE_OF_EVENTS",
          "EventStore.OLDEST",
          "EventStore.REMOVED_BEFORE",
          "EventStore.DELETE",
          "EventStore.MARK",
          "ExportQueries.");

  @Test
  void every_statement_runs_and_those_of_one_merchant_ask_one_shard() throws Exception {
    try (CitusCluster cluster = CitusCluster.start(2)) {
      World world = new World(MERCHANTS, true);
      Migrations.to(cluster.url(), null);
      Jdbi.create(cluster.url().replace("user=paylink", "user=postgres"))
          .useHandle(
              handle -> {
                world.begin(handle);
                world.grow(handle, 0, ROWS);
                handle.execute("drop function u(text, bigint)");
              });
      List<String> told = new ArrayList<>();
      Distribution.run(cluster.url(), told::add);
      try (Connection connection = DriverManager.getConnection(cluster.url())) {
        Map<String, String> results = runAll(connection, world);
        System.out.println(results.toString().replace(", ", "\n"));
        assertThat(results.values()).as("hot statements").contains("1");
        assertThat(faults(results)).isEmpty();
      }
    }
  }

  private static Map<String, String> runAll(Connection connection, World world)
      throws SQLException {
    Map<String, String> results = new TreeMap<>();
    for (Statements.Statement it : new Statements(world, 3, ROWS, true).all(SqlTexts.all())) {
      if (!ON_ONE_SERVER.contains(it.name())) {
        results.put(it.name(), run(connection, it));
      }
    }
    return results;
  }

  /** What failed, and what asks several shards although it is about one merchant. */
  private static List<String> faults(Map<String, String> results) {
    return results.entrySet().stream()
        .filter(
            result ->
                !ONE_SHARD.contains(result.getValue())
                    && (result.getValue().startsWith("FAILED")
                        || OF_ALL_MERCHANTS.stream().noneMatch(result.getKey()::startsWith)))
        .map(Map.Entry::toString)
        .toList();
  }

  private static String run(Connection connection, Statements.Statement it) throws SQLException {
    String arguments =
        it.arguments().stream().map(CitusTest::literal).collect(Collectors.joining(", "));
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("prepare it as " + it.sql());
      String call = "execute it" + (arguments.isEmpty() ? "" : "(" + arguments + ")");
      String tasks = tasks(statement, "explain (costs off) " + call);
      for (int i = 0; i < 7; i++) { // the sixth may be a generic plan
        statement.execute("savepoint before");
        statement.execute(call);
        statement.execute("rollback to savepoint before");
      }
      return tasks;
    } catch (SQLException e) {
      return "FAILED " + e.getMessage().lines().collect(Collectors.joining(" "));
    } finally {
      connection.rollback();
      try (Statement statement = connection.createStatement()) {
        statement.execute("deallocate all");
      }
      connection.setAutoCommit(true);
    }
  }

  private static String tasks(Statement statement, String explain) throws SQLException {
    List<String> found = new ArrayList<>();
    StringBuilder plan = new StringBuilder();
    try (ResultSet row = statement.executeQuery(explain)) {
      while (row.next()) {
        plan.append(row.getString(1)).append('\n');
      }
    }
    Matcher tasks = TASKS.matcher(plan);
    while (tasks.find()) {
      found.add(tasks.group(1));
    }
    if (plan.indexOf("Citus INSERT ... SELECT") >= 0) {
      found.add("insert-select");
    }
    return found.isEmpty() ? "local" : String.join("+", found);
  }

  private static String literal(String argument) {
    return argument.equals(Statements.ALL) ? "null" : "'" + argument.replace("'", "''") + "'";
  }
}
