package dev.paylink.platform.db.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.testing.Await;
import dev.paylink.testing.HeldPort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EmbeddedPostgresTest {
  private static final EmbeddedPostgresOptions DEFAULTS = EmbeddedPostgresOptions.defaults();

  /** One for all tests: each leaves it closed, and initdb is what takes long. */
  @TempDir private static Path folder;

  @Test
  void rows_survive_close_and_restart() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, DEFAULTS)) {
      Payments.create(postgres.jdbcUrl());
      Payments.insert(postgres.jdbcUrl(), 1);
      assertThat(EmbeddedPostgres.runningUrl(folder)).isEqualTo(postgres.jdbcUrl());
    }
    assertThat(EmbeddedPostgres.runningUrl(folder)).isNull();
    assertThatThrownBy(() -> EmbeddedPostgres.runningUrl(folder.resolve("bin")))
        .hasMessageContaining("there is no database in");
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, DEFAULTS)) {
      assertThat(Payments.count(postgres.jdbcUrl())).isEqualTo(1);
    }
  }

  @Test
  void durability_is_on_and_only_the_password_opens_the_loopback_port() throws Exception {
    EmbeddedPostgresOptions options = DEFAULTS.withSetting("work_mem", "8MB");
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, options)) {
      String url = postgres.jdbcUrl();
      for (String setting :
          List.of("fsync", "full_page_writes", "synchronous_commit", "data_checksums")) {
        assertThat(Payments.query(url, "show " + setting)).as(setting).isEqualTo("on");
      }
      assertThat(Payments.query(url, "show listen_addresses")).isEqualTo("127.0.0.1");
      assertThat(Payments.query(url, "show log_timezone")).isEqualTo("UTC");
      assertThat(Payments.query(url, "show server_encoding")).isEqualTo("UTF8");
      assertThat(Payments.query(url, "show work_mem")).isEqualTo("8MB");
      assertThat(Payments.query(url, "select datlocale from pg_database where datname = 'paylink'"))
          .isEqualTo("C.UTF-8");
      assertThat(Payments.query(url, "select usesuper from pg_user where usename = current_user"))
          .isEqualTo("f");
      assertThatThrownBy(
              () -> Payments.query(url.replaceFirst("password=\\w+", "password=x"), "select 1"))
          .hasMessageContaining("password authentication failed");
      assertThat(Files.getPosixFilePermissions(folder.resolve("postgres.password")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThat(postgres.toString())
          .doesNotContain(Files.readString(folder.resolve("postgres.password")).strip());
    }
  }

  @Test
  void second_owner_is_refused_in_one_line_and_let_in_after_close() {
    EmbeddedPostgres first = EmbeddedPostgres.start(folder, DEFAULTS);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> EmbeddedPostgres.start(folder, DEFAULTS))
          .isInstanceOf(EmbeddedPostgresException.class)
          .hasMessage(
              "data directory %s is in use by another service, process %d",
              folder, ProcessHandle.current().pid());
    }
    first.close();
    try (EmbeddedPostgres second = EmbeddedPostgres.start(folder, DEFAULTS)) {
      // A late second close of the first must not end the second's lock.
      first.close();
      assertThatThrownBy(() -> EmbeddedPostgres.start(folder, DEFAULTS))
          .hasMessageContaining("in use");
      assertThat(new ProcessEntry(second.pid()).running()).isTrue();
    }
  }

  @Test
  void killed_postmaster_comes_back_on_its_port_with_every_commit() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, DEFAULTS)) {
      String url = postgres.jdbcUrl();
      Payments.create(url);
      for (int id = 1; id <= 2; id++) {
        Payments.insert(url, id);
        long killed = postgres.pid();
        ProcessHandle.of(killed).orElseThrow().destroyForcibly();
        Await.until("a new postmaster", () -> postgres.pid() != killed);
        long expected = id;
        Await.until("committed rows", () -> Payments.count(url) == expected);
      }
    }
  }

  @Test
  void killed_postmaster_comes_back_although_a_backend_is_busy() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, DEFAULTS)) {
      String url = postgres.jdbcUrl();
      // A loop without any wait never notices that its postmaster is gone.
      Thread busy =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      Payments.execute(url, "do $$ begin loop end loop; end $$");
                    } catch (Exception expected) {
                      // The connection ends with its server.
                    }
                  });
      Await.until(
          "a busy backend",
          () ->
              Payments.query(
                      url,
                      "select count(*) from pg_stat_activity where state = 'active'"
                          + " and query like 'do %'")
                  .equals("1"));
      long killed = postgres.pid();
      ProcessHandle.of(killed).orElseThrow().destroyForcibly();
      Await.until("a new postmaster", () -> postgres.pid() != killed);
      Await.until("an answer", () -> Payments.query(url, "select 1").equals("1"));
      busy.join();
    }
  }

  @Test
  void close_ends_the_postmaster_even_while_it_is_being_restarted() {
    EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, DEFAULTS);
    ProcessHandle.of(postgres.pid()).orElseThrow().destroyForcibly();
    postgres.close();
    assertThat(new ProcessEntry(postgres.pid()).running()).isFalse();
    EmbeddedPostgres.start(folder, DEFAULTS).close();
  }

  @Test
  void given_port_is_used_and_a_taken_one_reported_with_the_log() {
    HeldPort held = new HeldPort();
    int port = held.number();
    try (held;
        EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, DEFAULTS.withPort(port))) {
      assertThat(postgres.port()).isEqualTo(port);
      assertThatThrownBy(
              () -> EmbeddedPostgres.start(folder.resolve("other"), DEFAULTS.withPort(port)))
          .isInstanceOf(EmbeddedPostgresException.class)
          .hasMessageContaining("Address already in use");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fsync", "full_page_writes", "synchronous_commit", "FSYNC", "port"})
  void setting_that_guards_the_data_cannot_be_changed(String name) {
    assertThatThrownBy(() -> DEFAULTS.withSetting(name, "off"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(name);
  }
}
