package dev.paylink.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.ids.IdPlugin;
import dev.paylink.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Flyway is left out only where it has nothing to do; a node starts only where it can work. */
final class CurrentSchemaTest {
  private static final String APPLY =
      "insert into flyway_schema_history select %1$d, '%1$d', '%2$s', type, script, checksum,"
          + " installed_by, installed_on, execution_time, success"
          + " from flyway_schema_history where version = '9'";

  private String url;

  @BeforeEach
  void migrated() {
    url = TestDatabase.freshUrl();
  }

  @Test
  void migrated_database_is_current() {
    assertThat(comparison().isCurrent()).isTrue();
    assertThatCode(() -> Migrations.check(url)).doesNotThrowAnyException();
    assertThat(Migrations.run(url, url))
        .isEqualTo(new Migrations.Done(comparison().needed(), comparison().needed()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delete from flyway_schema_history where version = '9'",
        "update flyway_schema_history set checksum = checksum + 1 where version = '1'",
        "update flyway_schema_history set success = false where version = '9'",
        "update flyway_schema_history set version = null where version = '9'",
        "drop table flyway_schema_history"
      })
  void database_with_another_history_is_not(String change) {
    execute(change);
    assertThat(comparison().isCurrent()).isFalse();
    assertThatThrownBy(() -> Migrations.check(url))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageMatching("the database .*[^\\n]*");
  }

  /** As every build before the first release left them: other files, other numbers. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "update flyway_schema_history set checksum = checksum + 1 where version = '1'",
        "insert into flyway_schema_history select 50, '50', 'link pictures', type, script, 1,"
            + " installed_by, installed_on, 1, true from flyway_schema_history"
            + " where version = '1'; update flyway_schema_history set checksum = 1",
        "delete from flyway_schema_history where version::int > 9; update flyway_schema_history"
            + " set checksum = 1 where version = '9'"
      })
  void database_of_another_build_is_refused_in_one_line_and_left_alone(String change) {
    execute(change);
    List<String> before = history();
    String line =
        "the database was made by a build of the service that was never released and cannot be"
            + " upgraded; start with a new data folder or an empty database";
    assertThatThrownBy(() -> Database.open(url, new IdPlugin())).hasMessage(line).hasNoCause();
    assertThatThrownBy(() -> Database.openMigrated(url, TestDatabase.PATIENCE, new IdPlugin()))
        .hasMessage(line);
    assertThatThrownBy(() -> Migrations.to(url, null)).hasMessage(line);
    assertThat(history()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({
    "expand an index, true",
    "contract after 1 the old column, true",
    "contract after 999 the old column, false",
    "contract the old column, false",
    "expand, false",
    "anything else, false",
  })
  void schema_of_a_newer_version_is_used_if_its_migrations_say_that_it_suits(
      String description, boolean suits) {
    int needed = comparison().needed();
    execute(APPLY.formatted(1000, description));
    assertThat(comparison().isCurrent()).isEqualTo(suits);
    if (suits) {
      Database.openMigrated(url, TestDatabase.PATIENCE, new IdPlugin()).close();
      Database.open(url, url, TestDatabase.PATIENCE, new IdPlugin()).close();
    } else {
      String line =
          "the database is at schema version 1000, which this version of the service (%d) does not understand; start a newer version"
              .formatted(needed);
      assertThatThrownBy(() -> Database.openMigrated(url, TestDatabase.PATIENCE, new IdPlugin()))
          .hasMessage(line);
      assertThatThrownBy(() -> Database.open(url, new IdPlugin())).hasMessage(line);
    }
  }

  @Test
  void node_that_does_not_migrate_refuses_an_older_schema_and_leaves_it_alone() {
    execute("delete from flyway_schema_history where version::int > 9");
    String line =
        "the database is at schema version 9 and this version of the service needs %d; run paylink migrate first"
            .formatted(comparison().needed());
    assertThatThrownBy(() -> Database.openMigrated(url, TestDatabase.PATIENCE, new IdPlugin()))
        .hasMessage(line);
    assertThat(comparison().version()).isEqualTo(9);
    execute("drop schema public cascade; create schema public");
    assertThatThrownBy(() -> Database.openMigrated(url, TestDatabase.PATIENCE, new IdPlugin()))
        .hasMessageContaining("at schema version 0 ");
    assertThat(Migrations.run(url, url)).isEqualTo(new Migrations.Done(0, comparison().needed()));
    Database.openMigrated(url, TestDatabase.PATIENCE, new IdPlugin()).close();
  }

  @Test
  void role_that_may_not_migrate_says_what_to_do() {
    execute("delete from flyway_schema_history where version::int > 9");
    assertThatThrownBy(() -> Database.open(TestDatabase.serviceUrl(url), new IdPlugin()))
        .hasMessageContaining("run paylink migrate first");
  }

  private CurrentSchema.Comparison comparison() {
    try (PrimaryConnections connections =
        new PrimaryConnections(url, new Properties(), Duration.ZERO)) {
      return CurrentSchema.compare(connections);
    }
  }

  private List<String> history() {
    return Jdbi.create(url)
        .withHandle(
            handle ->
                handle
                    .createQuery("select h::text from flyway_schema_history h order by 1")
                    .mapTo(String.class)
                    .list());
  }

  private void execute(String sql) {
    Jdbi.create(url).useHandle(handle -> handle.execute(sql));
  }
}
