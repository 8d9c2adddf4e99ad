package dev.paylink.platform.db.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs programs without the caller's PostgreSQL and locale environment, short ones within a limit.
 */
final class Command {
  /** The capacity of a pipe on Linux: a program that prints more is not a short one. */
  private static final int MAX_OUTPUT_BYTES = 65_536;

  private Command() {}

  record Result(int exitCode, String output) {
    boolean succeeded() {
      return exitCode == 0;
    }
  }

  /**
   * Returns a builder with no input, in the given folder: another user may lack access to the
   * caller's own.
   */
  static ProcessBuilder builder(Path directory, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder
        .environment()
        .keySet()
        .removeIf(n -> n.startsWith("PG") || n.startsWith("LC_") || n.startsWith("LANG"));
    builder.environment().put("LC_ALL", "C");
    return builder
        .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
        .redirectErrorStream(true);
  }

  /** Runs the program to its end; one that cannot start or exceeds the limit counts as failed. */
  static Result run(Path directory, Duration limit, List<String> command) {
    try {
      Process process = builder(directory, command).start();
      if (!waitFor(process, limit)) {
        process.destroyForcibly();
        return new Result(-1, command.getFirst() + " took longer than " + limit);
      }
      byte[] output = process.getInputStream().readNBytes(MAX_OUTPUT_BYTES);
      return new Result(process.exitValue(), new String(output, StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      return new Result(-1, String.valueOf(e.getMessage()));
    }
  }

  private static boolean waitFor(Process process, Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException("interrupted while a PostgreSQL tool ran", e);
    }
  }
}
