package dev.paylink.payment.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.payment.create.PaymentStore;
import dev.paylink.platform.db.Database;
import dev.paylink.testing.Await;
import dev.paylink.testing.QueryPlan;
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
  @ParameterizedTest
  @ValueSource(
      strings = {
        PaymentStore.FIND_BY_KEYS,
        PaymentQueries.BY_IDS,
        HostedPaymentQueries.BY_IDS,
        PaymentOutcomes.FIND,
        PaymentOutcomes.UPDATE
      })
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

  @Test
  void outcomes_find_and_change_payments_by_their_keys_at_any_size() {
    for (QueryPlan.Tables tables : QueryPlan.Tables.values()) {
      QueryPlan.of(PaymentOutcomes.MERCHANTS_OF, tables).expectIndexCondition("id = ANY");
      QueryPlan.of(PaymentOutcomes.FIND, tables)
          .expectIndexCondition("id = ANY")
          .expectIndexCondition("(merchant_id = p.merchant_id) AND (id = p.invoice_id)");
      QueryPlan.of(PaymentOutcomes.UPDATE, tables).expectIndexCondition("id = u.id");
    }
  }

  /** Never analysed, as in the first minute of a busy installation. */
  @Test
  void plan_of_a_young_table_uses_the_whole_key_even_where_an_older_plan_was_cached() {
    try (Database database = TestDatabase.fresh()) {
      database.workers().useHandle(handle -> plan(handle, PaymentStore.FIND_BY_KEYS));
      database.workers().useHandle(handle -> handle.execute(QueryPlan.SOME_THOUSANDS));
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
