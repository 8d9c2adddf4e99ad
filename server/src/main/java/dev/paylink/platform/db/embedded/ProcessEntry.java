package dev.paylink.platform.db.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads from /proc what a process is, so that a signal only ever reaches a PostgreSQL of our
 * folder. A process that cannot be read counts as foreign.
 */
record ProcessEntry(long pid) {
  private static final Path PROC = Path.of("/proc");

  /** Returns all processes working in the given folder; PostgreSQL's work in their cluster. */
  static List<ProcessEntry> workingIn(Path folder) {
    List<ProcessEntry> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[1-9]*")) {
      for (Path entry : entries) {
        ProcessEntry process = new ProcessEntry(Long.parseLong(entry.getFileName().toString()));
        if (process.worksIn(folder)) {
          found.add(process);
        }
      }
    } catch (IOException e) {
      throw new EmbeddedPostgresException("cannot list processes", e);
    }
    return found;
  }

  /**
   * Returns false for a zombie too: there may be no parent left to reap it, and it holds nothing
   * any more.
   */
  boolean running() {
    String stat = read("stat");
    int state = stat.lastIndexOf(')') + 2;
    return state < stat.length() && "ZX".indexOf(stat.charAt(state)) < 0;
  }

  boolean isPostmasterOf(Path cluster) {
    // By its arguments too: even root may be forbidden to read another user's working directory.
    return isPostgres()
        && (worksIn(cluster) || commandLine().contains(cluster.toString()))
        && running();
  }

  boolean isPostgresOf(Path cluster) {
    return isPostgres() && worksIn(cluster) && running();
  }

  private boolean isPostgres() {
    String name = commandLine().getFirst();
    // Backends and workers rename themselves "postgres: what they do".
    return name.startsWith("postgres: ") || name.endsWith("/postgres");
  }

  private List<String> commandLine() {
    return List.of(read("cmdline").split("\0", -1));
  }

  private boolean worksIn(Path folder) {
    try {
      return Files.isSameFile(PROC.resolve(Long.toString(pid)).resolve("cwd"), folder);
    } catch (IOException e) {
      return false;
    }
  }

  private String read(String name) {
    try {
      Path file = PROC.resolve(Long.toString(pid)).resolve(name);
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
