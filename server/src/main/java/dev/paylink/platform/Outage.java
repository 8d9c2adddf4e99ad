package dev.paylink.platform;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * Tells a database that is away (answer 503, try again) from a statement that is wrong (a bug,
 * 500).
 */
public final class Outage {
  /** The state of an error on a standby, or a primary that lost its role. */
  public static final String READ_ONLY = "25006";

  private static final int MAX_CAUSES = 16;
  private static final String INTERNAL_ERROR = "XX000";
  private static final String ON_A_WORKER = "while executing command on ";

  private Outage() {}

  /**
   * Returns true if this failure was caused by a database that could not be reached or was
   * stopping.
   */
  public static boolean isBehind(Throwable failure) {
    @Nullable Throwable cause = failure;
    for (int i = 0; cause != null && i < MAX_CAUSES; i++, cause = cause.getCause()) {
      if (cause instanceof SQLTransientConnectionException
          || (cause instanceof SQLException sql && isOutageState(sql.getSQLState()))
          || isWorkerGone(cause)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns in one line what the database or its driver said, which names the server; otherwise the
   * message of the innermost failure.
   */
  public static String reason(Throwable failure) {
    @Nullable Throwable cause = failure;
    Throwable telling = failure;
    for (int i = 0; cause != null && i < MAX_CAUSES; i++, cause = cause.getCause()) {
      if (cause instanceof SQLException || !(telling instanceof SQLException)) {
        telling = cause;
      }
    }
    String message = telling.getMessage();
    return message == null
        ? telling.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }

  /**
   * Whether a worker of a Citus cluster has not answered at all: what it does answer has its own
   * state, and what is made up without one is an internal error with the worker's address.
   */
  private static boolean isWorkerGone(Throwable cause) {
    ServerErrorMessage said =
        cause instanceof PSQLException sql ? sql.getServerErrorMessage() : null;
    return said != null
        && INTERNAL_ERROR.equals(said.getSQLState())
        && said.getWhere() != null
        && said.getWhere().contains(ON_A_WORKER);
  }

  private static boolean isOutageState(@Nullable String state) {
    return state != null
        && (state.startsWith("08") // connection refused, broken, timed out
            || state.startsWith("53") // out of connections, memory or disk
            || state.startsWith("57P") // shutting down, crashed, starting up
            || state.equals("57014") // statement timeout
            || state.equals(READ_ONLY));
  }
}
