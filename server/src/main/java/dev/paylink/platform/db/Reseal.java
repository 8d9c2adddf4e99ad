package dev.paylink.platform.db;

import dev.paylink.platform.crypto.Vault;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.Query;

/**
 * Seals every sealed value of a table under the newest encryption key, so that an older key can be
 * removed from the configuration. A value that no key opens stays as it is and is logged. Nodes
 * that do this at the same time wait for each other row by row, always in the same order.
 */
public final class Reseal {
  private static final Logger LOG = System.getLogger(Reseal.class.getName());
  private static final int PAGE = 200;

  private Reseal() {}

  /** A table with sealed values, in the order of its key. */
  public interface Table<R> {
    /** Returns the name of its rows in the log. */
    String name();

    /** Returns a row that sorts before all others. */
    R beforeAll();

    /**
     * Locks the rows after {@code last} that an older key has sealed: values that do not begin with
     * the {@code :length} bytes {@code :prefix}, at most {@code :page} of them.
     */
    Query lockBehind(Handle handle, R last);

    /** Reads a row of that query. */
    R read(ResultSet row) throws SQLException;

    /**
     * Seals the row again and writes it; returns false if the row is gone. Throws if no key opens
     * it.
     */
    boolean reseal(Handle handle, R row);
  }

  /** Seals rows until none is left that an older key has sealed and that can be opened. */
  public static <R> void all(Jdbi jdbi, Vault vault, Table<R> table) {
    if (!vault.hasOlderKeys()) {
      return;
    }
    int seen = 0;
    List<R> page = List.of(table.beforeAll());
    while (!page.isEmpty()) {
      R last = page.getLast();
      page = jdbi.inTransaction(handle -> page(handle, vault, table, last));
      seen += page.size();
    }
    LOG.log(Level.INFO, table.name() + " found under an older encryption key: " + seen);
  }

  private static <R> List<R> page(Handle handle, Vault vault, Table<R> table, R last) {
    List<R> rows =
        table
            .lockBehind(handle, last)
            .bind("length", vault.currentPrefix().length)
            .bind("prefix", vault.currentPrefix())
            .bind("page", PAGE)
            .map((row, context) -> table.read(row))
            .list();
    rows.forEach(row -> reseal(handle, table, row));
    return rows;
  }

  private static <R> void reseal(Handle handle, Table<R> table, R row) {
    boolean there;
    try {
      there = table.reseal(handle, row);
    } catch (IllegalStateException e) {
      LOG.log(Level.WARNING, e.getMessage());
      return;
    }
    if (!there) {
      throw new IllegalStateException("one of the " + table.name() + " is gone under its lock");
    }
  }
}
