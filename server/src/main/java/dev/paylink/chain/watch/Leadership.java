package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Abi;
import dev.paylink.chain.evm.Deployment;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Lets one node watch a chain, with a lock in the database, held by a connection that nothing else
 * uses. If the node dies or is cut off, the database releases the lock and another node gets it.
 * This only saves work: the cursor ensures that two watchers do no harm.
 */
public final class Leadership implements AutoCloseable {
  private static final String TRY = "select pg_try_advisory_lock(?)";
  private static final int PATIENCE_SECONDS = 5;

  private final String jdbcUrl;
  private final long key;
  private @Nullable Connection connection;

  public Leadership(String jdbcUrl, Deployment deployment) {
    this.jdbcUrl = jdbcUrl;
    this.key =
        ByteBuffer.wrap(
                dev.paylink.platform.crypto.Keccak.hash256(
                    Abi.concat(Abi.word(deployment.chainId()), Abi.word(deployment.contract()))))
            .getLong();
  }

  /** Tells whether this node is the leader now; takes the lock if it is free. */
  boolean isHeld() throws SQLException {
    Connection held = connection;
    if (held != null && held.isValid(PATIENCE_SECONDS)) {
      return true;
    }
    close();
    Connection fresh = DriverManager.getConnection(jdbcUrl);
    if (taken(fresh)) {
      connection = fresh;
      return true;
    }
    fresh.close();
    return false;
  }

  @Override
  public void close() {
    Connection held = connection;
    connection = null;
    if (held != null) {
      try {
        held.close();
      } catch (SQLException e) {
        // The connection is broken, so the database has already released the lock.
      }
    }
  }

  private boolean taken(Connection fresh) throws SQLException {
    fresh.setNetworkTimeout(Runnable::run, PATIENCE_SECONDS * 1000);
    try (PreparedStatement take = fresh.prepareStatement(TRY)) {
      take.setLong(1, key);
      try (ResultSet row = take.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }
}
