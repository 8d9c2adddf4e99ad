package dev.paylink.platform.queue;

import dev.paylink.platform.Outage;
import dev.paylink.platform.Unavailable;
import java.sql.SQLException;
import java.util.function.Supplier;

/** Runs work on the database, and tells an unreachable database from wrong work. */
public final class DatabaseWork {
  private DatabaseWork() {}

  /** The work of a store or a transaction. */
  @FunctionalInterface
  public interface Work<T> {
    T run() throws SQLException;
  }

  /**
   * Runs the work and returns its result.
   *
   * @param name names the work in the log: "store 12 payments"
   * @throws Unavailable if the database is unreachable: the work may or may not be done
   * @throws IllegalStateException if the work itself is wrong
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
