package dev.paylink.app;

import dev.paylink.app.config.ConfigError;
import dev.paylink.platform.file.FileFault;
import java.net.BindException;
import org.jspecify.annotations.Nullable;

/** Explains in one line why the service did not start. */
final class StartFailure {
  private StartFailure() {}

  /** Returns one line, or one for each setting that is wrong. */
  static String lines(Throwable failure) {
    return failure instanceof ConfigError wrong && wrong.faults().size() > 1
        ? wrong.faults().size() + " settings are wrong:\n  " + String.join("\n  ", wrong.faults())
        : oneLine(failure);
  }

  static String oneLine(Throwable failure) {
    @Nullable Throwable cause = failure;
    String message = null;
    while (cause != null) {
      if (cause instanceof BindException) {
        return "a port is already in use or cannot be bound; choose others with --port and"
            + " --internal-port";
      }
      if (cause.getMessage() != null && !repeatsItsCause(cause)) {
        message =
            message == null || cause instanceof ConfigError ? FileFault.words(cause) : message;
      }
      cause = cause.getCause();
    }
    return message == null ? failure.getClass().getName() : message;
  }

  /** Tells whether the message is the cause with the name of its class, and perhaps a statement. */
  private static boolean repeatsItsCause(Throwable failure) {
    @Nullable Throwable cause = failure.getCause();
    String message = failure.getMessage();
    return cause != null && message != null && message.startsWith(cause.toString());
  }
}
