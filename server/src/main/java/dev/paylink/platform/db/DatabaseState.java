package dev.paylink.platform.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jdbi.v3.core.Jdbi;

/** A database's own report of its state, and how long the report took. */
public record DatabaseState(
    String version, Instant startedAt, long bytes, Duration answeredIn, Connections connections) {
  private static final String ASK =
      """
      select current_setting('server_version') as version, pg_postmaster_start_time() as started_at,
             pg_database_size(current_database()) as bytes
      """;

  /** This node's pool: busy and idle connections, and threads that wait for one. */
  public record Connections(int busy, int idle, int awaited) {}

  static DatabaseState ask(Jdbi jdbi, Connections connections) {
    long start = System.nanoTime();
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(ASK)
                .map(
                    (row, context) ->
                        read(row, Duration.ofNanos(System.nanoTime() - start), connections))
                .one());
  }

  private static DatabaseState read(ResultSet row, Duration answeredIn, Connections connections)
      throws SQLException {
    return new DatabaseState(
        row.getString("version"),
        row.getObject("started_at", OffsetDateTime.class).toInstant(),
        row.getLong("bytes"),
        answeredIn,
        connections);
  }
}
