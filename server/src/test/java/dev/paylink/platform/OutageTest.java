package dev.paylink.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.paylink.testing.HeldPort;
import dev.paylink.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

final class OutageTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "08000", "08001", "08003", "08006", "53000", "53100", "53200", "53300", "57P01", "57P02",
        "57P03", "57P05", "57014", "25006"
      })
  void a_database_that_is_away_is_an_outage(String state) {
    assertThat(Outage.isBehind(new SQLException("x", state))).isTrue();
    assertThat(Outage.isBehind(new IllegalStateException(new SQLException("x", state)))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "00000", "22001", "22P02", "23503", "23505", "25001", "25007", "28P01", "40001",
        "40P01", "42601", "42P01", "54000", "57000", "58030", "XX000"
      })
  void a_statement_that_is_wrong_is_none(String state) {
    assertThat(Outage.isBehind(new SQLException("x", state))).isFalse();
    assertThat(Outage.isBehind(new IllegalStateException(new SQLException("x", state)))).isFalse();
  }

  @Test
  void a_worker_of_a_cluster_that_is_gone_is_an_outage_and_one_that_refuses_is_none() {
    String where = "while executing command on 10.0.0.7:5432\nCOPY settlement_event, line 1";
    assertThat(Outage.isBehind(said("XX000", where))).isTrue();
    assertThat(Outage.isBehind(said("23505", where))).isFalse();
    assertThat(Outage.isBehind(said("XX000", "COPY settlement_event, line 1"))).isFalse();
    assertThat(Outage.isBehind(said("XX000", null))).isFalse();
  }

  private static PSQLException said(String state, @Nullable String where) {
    String message = "SERROR\0C" + state + "\0Mserver closed the connection unexpectedly\0";
    return new PSQLException(
        new ServerErrorMessage(where == null ? message : message + "W" + where + "\0"));
  }

  @Test
  void a_pool_without_a_free_connection_is_an_outage() {
    assertThat(Outage.isBehind(new SQLTransientConnectionException("timed out"))).isTrue();
  }

  @Test
  void anything_that_is_not_of_the_database_is_none() {
    assertThat(Outage.isBehind(new IllegalStateException("08006"))).isFalse();
    assertThat(Outage.isBehind(new SQLException("no state"))).isFalse();
    assertThat(Outage.isBehind(new java.io.IOException("broken pipe"))).isFalse();
  }

  @Test
  void causes_are_followed_so_far_and_no_further() {
    assertThat(Outage.isBehind(wrapped(15))).isTrue();
    assertThat(Outage.isBehind(wrapped(16))).isFalse();
  }

  @Test
  void a_circle_of_causes_ends() {
    IllegalStateException one = new IllegalStateException("one");
    IllegalStateException two = new IllegalStateException("two", one);
    one.initCause(two);
    assertThat(Outage.isBehind(one)).isFalse();
  }

  @Test
  void what_a_real_database_says_is_told_apart() throws Exception {
    try (Connection connection = DriverManager.getConnection(TestDatabase.freshUrl());
        Statement statement = connection.createStatement()) {
      assertThat(Outage.isBehind(failure(statement, "select 1 / 0"))).isFalse();
      assertThat(Outage.isBehind(failure(statement, "select no_such_column"))).isFalse();
      statement.execute("set default_transaction_read_only = on");
      assertThat(Outage.isBehind(failure(statement, "create table t ()"))).isTrue();
      statement.execute("set statement_timeout = '1ms'");
      assertThat(Outage.isBehind(failure(statement, "select pg_sleep(60)"))).isTrue();
    }
  }

  @Test
  void a_real_connection_that_was_ended_is_an_outage() throws Exception {
    String url = TestDatabase.freshUrl();
    try (Connection victim = DriverManager.getConnection(url);
        Connection killer = DriverManager.getConnection(url);
        Statement statement = victim.createStatement();
        Statement kill = killer.createStatement()) {
      int pid;
      try (ResultSet row = statement.executeQuery("select pg_backend_pid()")) {
        row.next();
        pid = row.getInt(1);
      }
      kill.execute("select pg_terminate_backend(" + pid + ", 60000)");
      assertThat(Outage.isBehind(failure(statement, "select 1"))).isTrue();
      assertThat(Outage.isBehind(failure(statement, "select 1"))).isTrue(); // closed by now
    }
  }

  @Test
  void a_port_that_nobody_listens_on_is_an_outage() {
    try (HeldPort nobody = new HeldPort()) {
      Throwable refused =
          catchThrowable(
              () ->
                  DriverManager.getConnection(
                      "jdbc:postgresql://127.0.0.1:" + nobody + "/x?user=x"));
      assertThat(Outage.isBehind(refused)).isTrue();
      assertThat(Outage.reason(new IllegalStateException(refused)))
          .startsWith("Connection to 127.0.0.1:" + nobody + " refused.");
    }
  }

  private static Throwable failure(Statement statement, String sql) {
    Throwable thrown = catchThrowable(() -> statement.execute(sql));
    assertThat(thrown).isInstanceOf(SQLException.class);
    return thrown;
  }

  private static Throwable wrapped(int times) {
    Throwable failure = new SQLException("x", "08006");
    for (int i = 0; i < times; i++) {
      failure = new IllegalStateException(failure);
    }
    return failure;
  }
}
