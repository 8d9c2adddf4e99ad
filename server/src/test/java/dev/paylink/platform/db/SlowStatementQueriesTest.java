package dev.paylink.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.db.embedded.PlainPostgres;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** Statements are counted where the operator has it counted, and their texts hold no secret. */
final class SlowStatementQueriesTest {
  private final SlowStatementQueries queries = new SlowStatementQueries();

  @Test
  void they_are_known_once_the_extension_is_there() {
    try (PlainPostgres server =
            PlainPostgres.start(18, Map.of("shared_preload_libraries", "pg_stat_statements"));
        Handle handle = Jdbi.create(server.freshUrl()).open()) {
      assertThat(queries.slowest(handle)).isNull();
      handle.execute("create extension pg_stat_statements");
      handle.select("select pg_sleep(0.05),\n  'a secret'").mapToMap().list();
      handle.execute("create role somebody password 'hunter2'");
      List<SlowStatementQueries.Row> slow = Objects.requireNonNull(queries.slowest(handle));
      assertThat(slow)
          .anySatisfy(
              row -> {
                assertThat(row.query()).isEqualTo("select pg_sleep($1), $2");
                assertThat(row.calls()).isOne();
                assertThat(row.mean().toMillis()).isGreaterThanOrEqualTo(10);
                assertThat(row.longest()).isEqualTo(row.total()).isEqualTo(row.mean());
              });
      assertThat(slow.toString()).doesNotContain("hunter2", "a secret");
    }
  }
}
