package dev.paylink.app.statements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.IdPlugin;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.embedded.PlainPostgres;
import dev.paylink.testing.Rounds;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * No statement of the service reads much more than it returns: whatever the tables' size, however
 * the rows are spread over merchants, and whatever PostgreSQL believes about both.
 */
final class StatementPlanTest {
  private static final List<Integer> FIRST_SIZES = List.of(0, 10);
  private static final List<Integer> SIZES = List.of(100, 300, 600, 1_000, 5_000);
  private static final int LARGE = Rounds.of(20_000, 200_000);
  private static final List<World> WORLDS =
      List.of(
          new World(1, true), new World(40, true), new World(40, false), new World(1_000, true));
  private static final JsonMapper JSON = new JsonMapper();

  /** Statistics change when the test says so; what is loaded need not survive a crash. */
  private static final Map<String, String> SERVER =
      Map.of(
          "autovacuum", "off",
          "fsync", "off",
          "full_page_writes", "off",
          "max_wal_size", "4GB",
          "wal_level", "minimal",
          "max_wal_senders", "0");

  /** Rows and pages that any statement may cost, and how many more for each row it returns. */
  private static final int FREE_ROWS = 24;

  private static final int ROWS_EACH = 10;
  private static final int FREE_BUFFERS = 120;
  private static final int BUFFERS_EACH = 40;

  /** What PostgreSQL knows of the tables. */
  private enum Statistics {
    NEVER_ANALYZED,
    ANALYZED_WHEN_EMPTY,
    ANALYZED_AT_THE_SIZE_BEFORE,
    ANALYZED_NOW
  }

  @Test
  void every_statement_is_a_constant_that_the_register_can_find() {
    assertThat(SqlTexts.strays()).isEmpty();
  }

  @Test
  void every_statement_is_in_the_register() {
    assertThat(new Statements(WORLDS.getFirst(), 0, 100).all(SqlTexts.all())).isNotEmpty();
  }

  static Stream<Integer> versions() {
    return PlainPostgres.versions().stream();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void no_statement_reads_much_more_than_it_returns(int version) {
    try (PlainPostgres server = PlainPostgres.start(version, SERVER)) {
      List<String> faults = new ArrayList<>();
      for (World world : share(version, WORLDS)) {
        faults.addAll(walk(server, world, share(version, SIZES), Rounds.of(0, LARGE), version));
      }
      faults.addAll(walk(server, new World(1_000, false), share(version, SIZES), LARGE, version));
      assertThat(summary(faults)).isEmpty();
    }
  }

  private static <T> List<T> share(int version, List<T> all) {
    List<Integer> versions = PlainPostgres.versions();
    return Rounds.share(all, versions.indexOf(version), versions.size());
  }

  private static List<String> walk(
      PlainPostgres server, World world, List<Integer> sizes, int large, int version) {
    try (Database database = Database.open(server.freshUrl(), new IdPlugin())) {
      return database.workers().withHandle(handle -> walk(handle, world, sizes, large, version));
    }
  }

  private static List<String> walk(
      Handle handle, World world, List<Integer> small, int large, int version) {
    handle.execute("set statement_timeout = '60s'");
    world.begin(handle);
    List<String> faults = new ArrayList<>();
    int before = 0;
    List<Integer> sizes = new ArrayList<>(FIRST_SIZES);
    sizes.addAll(small);
    if (large > 0) {
      sizes.add(large);
    }
    Map<String, String> texts = SqlTexts.all();
    Set<String> prepared = new HashSet<>();
    for (int size : sizes) {
      world.grow(handle, before, size);
      Map<Integer, List<Statements.Statement>> statements = new LinkedHashMap<>();
      for (int merchant : world.spread() ? new int[] {0} : new int[] {0, 1}) {
        statements.put(merchant, new Statements(world, merchant, size).all(texts));
      }
      for (Statistics statistics : order(size)) {
        know(handle, statistics);
        statements.forEach(
            (merchant, all) -> {
              String where =
                  "PostgreSQL %d, %s, %d rows, %s, merchant %d"
                      .formatted(version, world, size, statistics, merchant);
              all.stream()
                  .filter(it -> isDue(it.name() + where))
                  .forEach(it -> judge(handle, it, prepared, where, faults));
            });
      }
      before = size;
    }
    return faults;
  }

  /** In a soak everything, in a test run a quarter: another one for each statement. */
  private static boolean isDue(String combination) {
    return Math.floorMod(combination.hashCode(), Rounds.of(4, 1)) == 0;
  }

  /** As it was at the size before first: what follows destroys it. */
  private static List<Statistics> order(int size) {
    return size == 0
        ? List.of(
            Statistics.NEVER_ANALYZED, Statistics.ANALYZED_WHEN_EMPTY, Statistics.ANALYZED_NOW)
        : List.of(
            Statistics.ANALYZED_AT_THE_SIZE_BEFORE,
            Statistics.NEVER_ANALYZED,
            Statistics.ANALYZED_WHEN_EMPTY,
            Statistics.ANALYZED_NOW);
  }

  private static void know(Handle handle, Statistics statistics) {
    switch (statistics) {
      case ANALYZED_AT_THE_SIZE_BEFORE -> {}
      case ANALYZED_NOW -> handle.execute("analyze " + World.tables(handle));
      case NEVER_ANALYZED, ANALYZED_WHEN_EMPTY -> {
        handle.execute(
            """
            delete from pg_statistic where starelid in
              (select oid from pg_class where relnamespace = 'public'::regnamespace)
            """);
        handle.execute(
            "update pg_class set relpages = 0, reltuples = "
                + (statistics == Statistics.NEVER_ANALYZED ? -1 : 0)
                + " where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')");
      }
    }
    handle.execute("discard plans");
  }

  private static void judge(
      Handle handle,
      Statements.Statement it,
      Set<String> prepared,
      String where,
      List<String> faults) {
    PlanCost cost;
    try {
      cost = run(handle, it, prepared);
    } catch (SQLException e) {
      faults.add(it.name() + ": " + where + ": " + e.getMessage());
      return;
    }
    double rows = FREE_ROWS + ROWS_EACH * Math.max(cost.returned(), it.mayRead());
    double buffers = FREE_BUFFERS + BUFFERS_EACH * Math.max(cost.returned(), it.mayRead());
    if (cost.read() + cost.thrownAway() > rows || cost.buffers() > buffers) {
      faults.add(it.name() + ": " + where + ": " + cost);
    }
  }

  private static PlanCost run(Handle handle, Statements.Statement it, Set<String> prepared)
      throws SQLException {
    String arguments =
        it.arguments().stream().map(StatementPlanTest::literal).collect(Collectors.joining(", "));
    try (var statement = handle.getConnection().createStatement()) {
      String name = "p" + Integer.toHexString(it.sql().hashCode());
      if (prepared.add(name)) {
        statement.execute("prepare " + name + " as " + it.sql());
      }
      handle.getConnection().setAutoCommit(false);
      try (ResultSet row =
          statement.executeQuery(
              "explain (analyze, buffers, timing off, summary off, format json) execute "
                  + name
                  + (arguments.isEmpty() ? "" : "(" + arguments + ")"))) {
        row.next();
        return PlanCost.of(JSON.readTree(row.getString(1)).path(0).path("Plan"));
      } finally {
        handle.getConnection().rollback();
        handle.getConnection().setAutoCommit(true);
      }
    }
  }

  private static String literal(String argument) {
    return argument.equals(Statements.ALL) ? "null" : "'" + argument.replace("'", "''") + "'";
  }

  /** The first fault of each statement, and how many there are. */
  private static List<String> summary(List<String> faults) {
    Map<String, List<String>> byName =
        faults.stream()
            .collect(Collectors.groupingBy(fault -> fault.substring(0, fault.indexOf(':'))));
    return byName.values().stream()
        .map(all -> all.size() + " times, first " + all.getFirst())
        .sorted()
        .toList();
  }
}
