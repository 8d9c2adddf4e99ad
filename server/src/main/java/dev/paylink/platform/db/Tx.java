package dev.paylink.platform.db;

import java.sql.Connection;
import org.jdbi.v3.core.Handle;

/** The caller's transaction, in plain JDBC, and how merchants are spread over servers. */
public record Tx(Connection connection, Shards shards) {
  public static Tx of(Handle handle) {
    return new Tx(handle.getConnection(), Shards.of(handle));
  }
}
