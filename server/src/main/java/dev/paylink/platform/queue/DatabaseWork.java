package dev.paylink.platform.queue;

import dev.paylink.platform.Unavailable;
import dev.paylink.platform.db.Outage;
import java.sql.SQLException;
import java.util.function.Supplier;

/** Runs work on the database, and tells an unreachable database from wrong work. */
public final class DatabaseWork {
  private DatabaseWork() {}

  /** What a store or a transaction does. */
  @FunctionalInterface
  public interface Work<T> {
    T run() throws SQLException;
  }

  /**
   * Returns what the work returns.
   *
   * @param name what could not be done, for the log: "store 12 payments"
   * @throws Unavailable when the database is unreachable: it may or may not be done
   * @throws IllegalStateException when the work itself is wrong
   */
  public static <T> T run(Supplier<String> name, Work<T> work) {
    try {
      return work.run();
    } catch (SQLException | RuntimeException e) {
      if (Outage.isBehind(e)) {
        throw new Unavailable("the database is unreachable", e);
      }
      throw new IllegalStateException("could not " + name.get(), e);
    }
  }
}
