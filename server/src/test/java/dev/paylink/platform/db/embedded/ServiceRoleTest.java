package dev.paylink.platform.db.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.ids.IdPlugin;
import dev.paylink.platform.db.Database;
import dev.paylink.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The role that serves works with the owner's tables and can change nothing about them. */
final class ServiceRoleTest {
  private static final EmbeddedPostgresOptions DEFAULTS = EmbeddedPostgresOptions.defaults();
  private static final String[] CHANGES = {
    "update audit_log set actor = 'nobody'",
    "delete from audit_log",
    "truncate audit_log",
    "update operator_log set actor = 'nobody'",
    "delete from operator_log",
    "drop table audit_log",
    "alter table audit_log disable trigger all",
    "drop trigger audit_log_is_append_only on audit_log",
    "create or replace function refuse_change_of_audit_log() returns trigger language plpgsql"
        + " as 'begin return null; end'",
    "set session_replication_role = 'replica'",
    "set role paylink",
    "alter table payment add column x int",
    "drop table payment",
    "create table mine (id int)",
    "delete from flyway_schema_history",
  };

  @TempDir private Path folder;

  @Test
  void it_adds_to_the_audit_log_and_cannot_change_it() {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, DEFAULTS);
        Database database = open(postgres)) {
      addEntry(database);
      // A grant of what one does not have is a warning, and gives nothing.
      database.jdbi().useHandle(handle -> handle.execute("grant all on audit_log to current_user"));
      for (String change : CHANGES) {
        assertThatThrownBy(
                () -> database.jdbi().useHandle(handle -> handle.execute(change)), change)
            .hasMessageMatching("(?s).*(permission denied|must be owner|append-only).*");
      }
      assertThat(entries(database)).isEqualTo(1);
      assertThat(database.commitProbe().trouble()).isNull();
    }
  }

  @Test
  void each_role_has_a_password_of_its_own() throws IOException {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, DEFAULTS)) {
      String kept = Files.readString(folder.resolve("postgres.password")).strip();
      assertThat(postgres.jdbcUrl()).doesNotContain(kept);
      assertThat(postgres.serviceUrl()).doesNotContain(kept);
      for (String url : new String[] {postgres.jdbcUrl(), postgres.serviceUrl()}) {
        String asSuperuser = url.replaceFirst("user=[a-z_]+", "user=postgres");
        assertThatThrownBy(() -> DriverManager.getConnection(asSuperuser).close())
            .hasMessageContaining("password authentication failed");
      }
    }
  }

  /** As it was when one role owned and served, with the superuser's password. */
  @Test
  void a_folder_of_the_previous_build_starts() throws IOException, SQLException {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, DEFAULTS)) {
      try (Database before =
          Database.open(
              postgres.jdbcUrl(), postgres.jdbcUrl(), TestDatabase.PATIENCE, new IdPlugin())) {
        addEntry(before);
      }
      String kept = Files.readString(folder.resolve("postgres.password")).strip();
      Payments.execute(
          "jdbc:postgresql://127.0.0.1:%d/paylink?user=postgres&password=%s"
              .formatted(postgres.port(), kept),
          "drop role paylink_service; alter role paylink password '" + kept + "'");
    }
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, DEFAULTS);
        Database database = open(postgres)) {
      addEntry(database);
      assertThat(entries(database)).isEqualTo(2);
      assertThatThrownBy(() -> database.jdbi().useHandle(h -> h.execute("delete from audit_log")))
          .hasMessageContaining("permission denied");
    }
  }

  /** A node that is given the serving role alone finds a schema that is ready. */
  @Test
  void the_serving_role_alone_opens_a_database_that_is_migrated() {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, DEFAULTS)) {
      open(postgres).close();
      try (Database database =
          Database.open(
              postgres.serviceUrl(),
              postgres.serviceUrl(),
              TestDatabase.PATIENCE,
              new IdPlugin())) {
        addEntry(database);
        assertThat(entries(database)).isEqualTo(1);
      }
    }
  }

  private static Database open(EmbeddedPostgres postgres) {
    return Database.open(
        postgres.serviceUrl(), postgres.jdbcUrl(), TestDatabase.PATIENCE, new IdPlugin());
  }

  private static void addEntry(Database database) {
    UUID merchant = UUID.randomUUID();
    database
        .jdbi()
        .useTransaction(
            handle -> {
              handle.execute("insert into merchant (id, business_name) values (?, 'M')", merchant);
              handle.execute(
                  """
                  insert into audit_log (id, merchant_id, actor, source, action)
                  values (?, ?, 'ada', '127.0.0.1', 'key.created')
                  """,
                  UUID.randomUUID(),
                  merchant);
            });
  }

  private static int entries(Database database) {
    return database
        .jdbi()
        .withHandle(h -> h.createQuery("select count(*) from audit_log").mapTo(int.class).one());
  }
}
