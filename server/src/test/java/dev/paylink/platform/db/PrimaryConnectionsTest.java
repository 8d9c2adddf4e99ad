package dev.paylink.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.Outage;
import dev.paylink.platform.db.embedded.PlainPostgres;
import dev.paylink.testing.Await;
import dev.paylink.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections follow the primary, and a former primary is never used again. */
final class PrimaryConnectionsTest {
  @Test
  void connections_follow_a_promotion_and_never_return_to_the_former_primary() throws Exception {
    try (PlainPostgres.Pair pair = PlainPostgres.pair(18);
        PrimaryConnections connections = to(pair.url())) {
      assertThat(openedPortOf(connections)).isEqualTo(pair.primary().port());
      CompletableFuture<Exception> waiting =
          waitOn(Await.value("one is open", connections::open, any -> true));
      pair.primary().freeze(); // no error, no end: its clients wait
      pair.standby().promote();
      assertThat(waiting.get()).isInstanceOf(SQLException.class);
      Await.until(
          "connections lead to the new one", () -> portOf(connections) == pair.standby().port());

      pair.primary().thaw(); // it takes writes, as if nothing had happened
      try (PrimaryConnections restarted = to(pair.url());
          PrimaryConnections former = to(pair.primary().url("postgres"))) {
        execute(former, "create table written_by_a_former_primary (id int)");
        for (int i = 0; i < 5; i++) {
          assertThat(openedPortOf(connections)).isEqualTo(pair.standby().port());
          Await.until("a new node, too", () -> portOf(restarted) == pair.standby().port());
        }
      }
      pair.standby().close();
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> connections.open().close()).isInstanceOf(SQLException.class);
      }
    }
  }

  @Test
  void no_connection_leads_to_a_server_that_takes_no_writes() throws Exception {
    try (PlainPostgres.Pair pair = PlainPostgres.pair(15)) {
      try (PrimaryConnections connections = to(pair.url())) {
        Await.until("one is open", () -> portOf(connections) == pair.primary().port());
        pair.primary().close();
        assertThatThrownBy(() -> connections.open().close()).isInstanceOf(SQLException.class);
      }
      try (PrimaryConnections connections = to(pair.url())) {
        assertThatThrownBy(() -> connections.open().close())
            .isInstanceOf(SQLTransientConnectionException.class)
            .hasMessage("none of the database's servers takes writes");
      }
    }
  }

  /** As on a primary that was demoted without a restart. */
  @Test
  void pool_drops_a_connection_that_became_read_only() {
    try (Database database = TestDatabase.fresh()) {
      try (Handle handle = database.jdbi().open()) {
        handle.execute("set session characteristics as transaction read only");
      }
      int refused = 0;
      for (int i = 0; i < 40; i++) {
        try (Handle handle = database.jdbi().open()) {
          handle.execute("update readiness_probe set probed_at = now()");
        } catch (RuntimeException e) {
          assertThat(Outage.isBehind(e)).isTrue();
          refused++;
        }
      }
      assertThat(refused).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:postgresql://a/d?user=u         | jdbc:postgresql://a/d?user=u",
        "jdbc:postgresql:d                    | jdbc:postgresql:d",
        "jdbc:postgresql://a,b:5433/d?user=u  | jdbc:postgresql://a/d?user=u jdbc:postgresql://b:5433/d?user=u",
        "jdbc:postgresql://a,[::1]:1/d?targetServerType=primary&user=u"
            + " | jdbc:postgresql://a/d?user=u jdbc:postgresql://[::1]:1/d?user=u",
        "jdbc:postgresql://a,b/d?user=u&targetServerType=primary"
            + " | jdbc:postgresql://a/d?user=u& jdbc:postgresql://b/d?user=u&",
      })
  void each_server_has_a_url(String url, String expected) {
    assertThat(String.join(" ", ServerUrls.of(url))).isEqualTo(expected);
  }

  private static PrimaryConnections to(String url) {
    return new PrimaryConnections(url, new Properties(), Duration.ofMinutes(5));
  }

  /** Its result is the failure that ends the wait. */
  private static CompletableFuture<Exception> waitOn(Connection connection) {
    CompletableFuture<Exception> ended = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try (connection;
                  Statement statement = connection.createStatement()) {
                statement.execute("select pg_sleep(3600)");
                ended.complete(new IllegalStateException("it ended well"));
              } catch (SQLException e) {
                ended.complete(e);
              }
            });
    return ended;
  }

  /** Of the first that opens: on a busy machine a server may not answer within a second. */
  private static int openedPortOf(PrimaryConnections connections) {
    return Await.value("a connection is open", () -> portOf(connections), any -> true);
  }

  private static int portOf(PrimaryConnections connections) throws SQLException {
    try (Connection connection = connections.open();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select inet_server_port()")) {
      row.next();
      return row.getInt(1);
    }
  }

  private static void execute(PrimaryConnections connections, String sql) throws SQLException {
    try (Connection connection = connections.open();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
