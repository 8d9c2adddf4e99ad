package dev.paylink.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.db.Database;
import dev.paylink.testing.Await;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The plans of the hot statements as they are made on a fresh installation. They are kept for as
 * long as the connection lives, so one made for empty tables must also serve full ones.
 */
final class QueryPlanTest {
  private static final String SOME_THOUSANDS =
      """
      with n as (select g, uuidv7() as p, uuidv7() as i from generate_series(1, 5000) g),
           i as (insert into invoice (merchant_id, id, number, status, currency, created_at, updated_at)
                 select '0197d3a0-0000-7000-8000-000000000000', n.i, n.g, 'open', 'USD', now(), now()
                   from n)
      insert into payment (merchant_id, id, invoice_id, status, currency, interface, payee, link_token,
                           idempotency_key, request_hash, created_at, updated_at, expires_at)
      select '0197d3a0-0000-7000-8000-000000000000', n.p, n.i, 'created', 'USD', 'x', 'x', 'x',
             'key-' || n.g, 'x', now(), now(), now() from n
      """;

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

  /** Never analysed, as in the first minute of a busy installation. */
  @Test
  void plan_of_a_young_table_uses_the_whole_key_even_where_an_older_plan_was_cached() {
    try (Database database = TestDatabase.fresh()) {
      database.workers().useHandle(handle -> plan(handle, PaymentStore.FIND_BY_KEYS));
      database.workers().useHandle(handle -> handle.execute(SOME_THOUSANDS));
      Await.until(
          "the cached plan is made anew",
          () ->
              database
                  .workers()
                  .withHandle(
                      handle -> {
                        String plan = String.join("\n", explain(handle, 2));
                        return plan.matches("(?s).*Index Cond: .*idempotency_key = .*")
                            && plan.matches("(?s).*Index Cond: .*id = p.invoice_id.*");
                      }));
    }
  }

  private static List<String> plan(Handle handle, String sql) {
    AtomicInteger count = new AtomicInteger();
    String numbered =
        Pattern.compile("\\?").matcher(sql).replaceAll(ignored -> "\\$" + count.incrementAndGet());
    try (Statement statement = handle.getConnection().createStatement()) {
      statement.execute("prepare hot as " + numbered);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
    return explain(handle, count.get());
  }

  /** The plan that this connection has for the statement prepared before. */
  private static List<String> explain(Handle handle, int parameters) {
    String nothing = String.join(", ", Collections.nCopies(parameters, "'{}'"));
    List<String> lines = new ArrayList<>();
    try (Statement statement = handle.getConnection().createStatement();
        ResultSet row = statement.executeQuery("explain execute hot(" + nothing + ")")) {
      while (row.next()) {
        lines.add(row.getString(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException("explain", e);
    }
    return lines;
  }
}
