package dev.paylink.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.TestDatabase;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flyway is left out only where it has nothing to do. */
final class CurrentSchemaTest {
  @Test
  void migrated_database_is_current() {
    assertThat(CurrentSchema.isIn(TestDatabase.freshUrl())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delete from flyway_schema_history where version = '30'",
        "update flyway_schema_history set checksum = checksum + 1 where version = '1'",
        "update flyway_schema_history set success = false where version = '30'",
        "update flyway_schema_history set version = null where version = '30'",
        "insert into flyway_schema_history select 1000, '1000', description, type, script, checksum,"
            + " installed_by, installed_on, execution_time, success"
            + " from flyway_schema_history where version = '30'",
        "drop table flyway_schema_history"
      })
  void database_with_another_history_is_not(String change) {
    String url = TestDatabase.freshUrl();
    Jdbi.create(url).useHandle(handle -> handle.execute(change));
    assertThat(CurrentSchema.isIn(url)).isFalse();
  }
}
