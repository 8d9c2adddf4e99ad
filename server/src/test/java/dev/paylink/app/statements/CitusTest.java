package dev.paylink.app.statements;

import dev.paylink.ids.IdPlugin;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Migrations;
import dev.paylink.platform.db.Distribution;
import dev.paylink.platform.db.embedded.CitusCluster;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Every statement of the service runs on Citus, and what a merchant or payer causes asks one shard.
 */
@EnabledIf(
    value = "dev.paylink.platform.db.embedded.CitusCluster#isInstalled",
    disabledReason = "Citus is not installed: ./paylink soak citus tells how to get it")
final class CitusTest {
  private static final int MERCHANTS = 40;
  private static final int ROWS = 2_000;
  private static final Pattern TASKS = Pattern.compile("Task Count: (\\d+)");

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
      System.out.println(String.join("\n", told));
      try (Database database = Database.open(cluster.url(), new IdPlugin())) {
        List<String> results = database.workers().withHandle(handle -> runAll(handle, world));
        System.out.println(String.join("\n", results));
      }
    }
  }

  private static List<String> runAll(Handle handle, World world) throws SQLException {
    List<String> results = new ArrayList<>();
    for (Statements.Statement it : new Statements(world, 3, ROWS, true).all(SqlTexts.all())) {
      results.add(it.name() + ": " + run(handle.getConnection(), it));
    }
    return results;
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
