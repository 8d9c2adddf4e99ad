package dev.paylink.app;

import dev.paylink.app.config.ConfigError;
import java.net.BindException;
import org.jspecify.annotations.Nullable;

/** Explains in one line why the service did not start. */
final class StartFailure {
  private StartFailure() {}

  static String oneLine(Throwable failure) {
    @Nullable Throwable cause = failure;
    String message = null;
    while (cause != null) {
      if (cause instanceof BindException) {
        return "a port is already in use or cannot be bound; choose others with --port and"
            + " --internal-port";
      }
      if (cause.getMessage() != null && !repeatsItsCause(cause)) {
        message = message == null || cause instanceof ConfigError ? cause.getMessage() : message;
      }
      cause = cause.getCause();
    }
    return message == null ? failure.getClass().getName() : message;
  }

  /** Tells whether the message is only the cause with the name of its class. */
  private static boolean repeatsItsCause(Throwable failure) {
    @Nullable Throwable cause = failure.getCause();
    return cause != null && cause.toString().equals(failure.getMessage());
  }
}
