package dev.paylink.platform.queue;

import dev.paylink.platform.db.Outage;
import java.sql.SQLException;
import java.util.function.Supplier;

/** Runs work on the database, and tells a database that is away from work that is wrong. */
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
   * @throws Unavailable when the database is away: nothing was done, or nobody can tell
   * @throws IllegalStateException when the work itself is wrong
   */
  public static <T> T run(Supplier<String> name, Work<T> work) {
    try {
      return work.run();
    } catch (SQLException | RuntimeException e) {
      if (Outage.isBehind(e)) {
        throw new Unavailable("the database is away", e);
      }
      throw new IllegalStateException("could not " + name.get(), e);
    }
  }
}
