package dev.paylink.app;

import dev.paylink.app.config.ConfigError;
import dev.paylink.platform.db.backup.BackupFault;
import dev.paylink.platform.file.FileFault;
import java.net.BindException;
import org.jspecify.annotations.Nullable;

/** Explains in one line, and by an exit code, why a command did not work. */
final class StartFailure {
  /** The key is not the one of the backup; another key may read it. */
  static final int WRONG_KEY = 3;

  /** The backup is damaged; another copy may be whole. */
  static final int DAMAGED = 4;

  private static final int FAILED = 1;

  private StartFailure() {}

  /** Returns the exit code; 2 is picocli's, for a command that cannot be understood. */
  static int exitCode(Throwable failure) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BackupFault fault) {
        return switch (fault.kind()) {
          case WRONG_KEY -> WRONG_KEY;
          case DAMAGED -> DAMAGED;
        };
      }
    }
    return FAILED;
  }

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
