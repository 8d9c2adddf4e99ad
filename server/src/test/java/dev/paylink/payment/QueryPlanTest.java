package dev.paylink.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.db.Database;
import dev.paylink.testing.TestDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The plans of the hot statements as they are made on a fresh installation. They are kept for as
 * long as the connection lives, so one made for empty tables must also serve full ones.
 */
final class QueryPlanTest {
  @ParameterizedTest
  @ValueSource(strings = {PaymentStore.FIND_BY_KEYS, PaymentQueries.BY_IDS})
  void hot_statement_never_scans_a_table_not_even_an_empty_one(String sql) {
    try (Database database = TestDatabase.fresh()) {
      List<String> plan = database.workers().withHandle(handle -> plan(handle, sql));
      assertThat(String.join("\n", plan))
          .contains("Nested Loop")
          .contains("Index Cond")
          .doesNotContain("Seq Scan")
          .doesNotContain("Hash Join")
          .doesNotContain("Merge Join");
    }
  }

  private static List<String> plan(Handle handle, String sql) {
    AtomicInteger count = new AtomicInteger();
    String numbered =
        Pattern.compile("\\?").matcher(sql).replaceAll(ignored -> "\\$" + count.incrementAndGet());
    String nothing = String.join(", ", Collections.nCopies(count.get(), "'{}'"));
    try (Statement statement = handle.getConnection().createStatement()) {
      statement.execute("prepare hot as " + numbered);
      List<String> lines = new ArrayList<>();
      try (ResultSet row = statement.executeQuery("explain execute hot(" + nothing + ")")) {
        while (row.next()) {
          lines.add(row.getString(1));
        }
      }
      return lines;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }
}
