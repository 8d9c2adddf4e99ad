package dev.paylink.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.db.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;

/** The plan PostgreSQL makes for a statement without knowing its parameters. */
public record QueryPlan(Tables tables, String text) {
  private static final Pattern PARAMETER = Pattern.compile("\\?|(?<!:):[a-z]+");
  private static final String MERCHANT = "'0197d3a0-0000-7000-8000-000000000000'";

  /** Payments with their invoices, all of one merchant. */
  public static final String SOME_THOUSANDS =
      """
      with n as (select g, uuidv7() as p, uuidv7() as i from generate_series(1, 5000) g),
           i as (insert into invoice (merchant_id, id, number, status, currency, created_at, updated_at)
                 select MERCHANT, n.i, n.g, 'open', 'USD', now(), now()
                   from n)
      insert into payment (merchant_id, id, invoice_id, status, currency, interface, payee, link_token,
                           idempotency_key, request_hash, created_at, updated_at, expires_at)
      select MERCHANT, n.p, n.i, 'created', 'USD', 'x', 'x', 'x',
             'key-' || n.g, 'x', now(), now(), now() from n
      """
          .replace("MERCHANT", MERCHANT);

  private static final List<String> SOME_THOUSANDS_MORE =
      List.of(
          """
          insert into settlement_event (merchant_id, event_ref, payment_id, type, applied, recorded_at)
          select MERCHANT, 'ref-' || g, uuidv7(), 'payment.confirmed', true, now()
            from generate_series(1, 5000) g
          """,
          """
          with e as (
            insert into event (merchant_id, id, position, type, payment_id, deliverable, body, created_at)
            select MERCHANT, uuidv7(), g, 'payment.confirmed', uuidv7(), true, 'x', now()
              from generate_series(1, 5000) g
            returning merchant_id, id)
          insert into delivery (merchant_id, id, event_id, state, due_at, created_at)
          select merchant_id, uuidv7(), id, 'pending', now(), now() from e
          """);

  /** How many rows there are, and whether PostgreSQL has noticed. */
  public enum Tables {
    EMPTY,
    FILLED,
    FILLED_AND_ANALYSED
  }

  /** As the service's own connections would run it. */
  public static QueryPlan of(String sql, Tables tables) {
    try (Database database = TestDatabase.fresh()) {
      return database
          .workers()
          .withHandle(
              handle -> {
                fill(handle, tables);
                return new QueryPlan(tables, explain(handle, sql));
              });
    }
  }

  /**
   * That some index is asked for this, and that no table is read from end to end. While the tables
   * are empty any index is as good as another: plans do not outlive that by long.
   */
  public QueryPlan expectIndexCondition(String condition) {
    if (tables != Tables.EMPTY) {
      assertThat(text.lines().filter(line -> line.contains("Index Cond: ")))
          .as(text)
          .anyMatch(line -> line.contains(condition));
    }
    return expectNoScan();
  }

  /** That an index is read whose name is or begins with this, and no table from end to end. */
  public QueryPlan expectIndex(String name) {
    assertThat(text).contains(" using " + name);
    return expectNoScan();
  }

  public QueryPlan expectNoScan() {
    assertThat(text).doesNotContain("Seq Scan").doesNotContain("Hash Join").doesNotContain("Merge");
    return this;
  }

  /** That an index gives the rows in their order. */
  public QueryPlan expectNoSort() {
    assertThat(text).doesNotContain("Sort");
    return this;
  }

  private static void fill(Handle handle, Tables tables) {
    if (tables == Tables.EMPTY) {
      return;
    }
    handle.execute(SOME_THOUSANDS);
    SOME_THOUSANDS_MORE.forEach(sql -> handle.execute(sql.replace("MERCHANT", MERCHANT)));
    if (tables == Tables.FILLED_AND_ANALYSED) {
      handle.execute("analyze");
    }
  }

  private static String explain(Handle handle, String sql) {
    AtomicInteger count = new AtomicInteger();
    String numbered = PARAMETER.matcher(sql).replaceAll(ignored -> "\\$" + count.incrementAndGet());
    String nulls = String.join(", ", Collections.nCopies(count.get(), "null"));
    try (Statement statement = handle.getConnection().createStatement()) {
      statement.execute("prepare planned as " + numbered);
      ResultSet row = statement.executeQuery("explain execute planned(" + nulls + ")");
      StringBuilder plan = new StringBuilder();
      while (row.next()) {
        plan.append(row.getString(1)).append('\n');
      }
      return plan.toString();
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }
}
