package dev.paylink.platform.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Says in words why a file could not be used: Java's own message is often the path alone. */
public final class FileFault {
  private FileFault() {}

  /** Returns a failure's message, with the reason that Java leaves out when a file is behind it. */
  public static @Nullable String words(Throwable failure) {
    if (failure instanceof FileSystemException file) {
      return line(file);
    }
    boolean ofFile =
        failure instanceof UncheckedIOException
            || failure.getCause() instanceof FileSystemException;
    return ofFile && failure.getCause() instanceof IOException fault
        ? failure.getMessage() + ": " + reason(fault)
        : failure.getMessage();
  }

  /** Returns the path, if it is known, and the reason. */
  private static String line(IOException fault) {
    return fault instanceof FileSystemException file && file.getFile() != null
        ? file.getFile() + ": " + reason(fault)
        : reason(fault);
  }

  /** Returns the reason without the path. */
  public static String reason(IOException fault) {
    if (fault instanceof AccessDeniedException) {
      return "permission denied for the user " + System.getProperty("user.name");
    }
    if (fault instanceof NoSuchFileException) {
      return "no such file or folder";
    }
    if (fault instanceof FileAlreadyExistsException) {
      return "exists already";
    }
    if (fault instanceof NotDirectoryException) {
      return "not a folder";
    }
    String reason = fault instanceof FileSystemException file ? file.getReason() : null;
    return reason != null
        ? reason
        : Objects.requireNonNullElse(fault.getMessage(), fault.toString());
  }
}
