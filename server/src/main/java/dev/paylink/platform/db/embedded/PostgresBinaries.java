package dev.paylink.platform.db.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Finds PostgreSQL's programs, unpacked once per version: a folder with the final name is complete,
 * even if a process was killed while making it or several made it at once.
 */
record PostgresBinaries(Path folder) {
  /** Equal to the version of the binaries' artifact; a test compares the two. */
  static final String VERSION = "18.4.0";

  /** The property by which a release's launcher names the folder. */
  private static final String INSTALLED = "paylink.postgres";

  private static final System.Logger LOG = System.getLogger(PostgresBinaries.class.getName());
  private static final Duration TOOL_LIMIT = Duration.ofSeconds(60);

  /** File locks exclude other processes only; this excludes other threads of this one. */
  private static final ReentrantLock UNPACKING = new ReentrantLock();

  /**
   * Returns the binaries that a release has unpacked and names; otherwise those in the user's
   * cache, or in the data folder if the cache cannot be written or executed from.
   */
  static PostgresBinaries locate(DataDirectory data, RunAs runAs) {
    String installed = System.getProperty(INSTALLED);
    if (installed != null) {
      return new PostgresBinaries(Path.of(installed));
    }
    List<String> reasons = new ArrayList<>();
    for (Path parent : List.of(userCache(), data.ownBinaries())) {
      try {
        Path folder = unpackedIn(parent, runAs);
        Command.Result probe =
            Command.run(
                data.root(), TOOL_LIMIT, runAs.command(program(folder, "postgres"), "--version"));
        if (probe.succeeded()) {
          return new PostgresBinaries(folder);
        }
        reasons.add(parent + ": " + probe.output());
      } catch (IOException e) {
        reasons.add(parent + ": " + e);
      }
    }
    throw new EmbeddedPostgresException("cannot run PostgreSQL as " + runAs + ": " + reasons);
  }

  String program(String name) {
    return program(folder, name);
  }

  private static String program(Path folder, String name) {
    return folder.resolve("bin").resolve(name).toString();
  }

  private static Path userCache() {
    String configured = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
    // The XDG specification says to ignore a relative path.
    Path cache =
        configured.startsWith("/")
            ? Path.of(configured)
            : Path.of(System.getProperty("user.home", "/"), ".cache").toAbsolutePath();
    return cache.resolve("paylink");
  }

  private static Path unpackedIn(Path parent, RunAs runAs) throws IOException {
    createReadable(parent);
    if (!runAs.trusts(RunAs.ownerOf(parent))) {
      throw new IOException("folder belongs to another user");
    }
    Path folder = parent.resolve("postgres-" + VERSION + "-" + architecture());
    if (!Files.isDirectory(folder)) {
      UNPACKING.lock();
      try {
        unpackLocked(folder);
      } finally {
        UNPACKING.unlock();
      }
    }
    return folder;
  }

  private static void unpackLocked(Path folder) throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                sibling(folder, ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (lock.isValid() && !Files.isDirectory(folder)) {
        Path unfinished = sibling(folder, ".unfinished");
        DataDirectory.deleteTree(unfinished);
        createReadable(unfinished);
        unpack(unfinished);
        Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private static void unpack(Path target) throws IOException {
    LOG.log(System.Logger.Level.INFO, "unpacking PostgreSQL {0} to {1}", VERSION, target);
    String name = "/postgres-linux-" + (architecture().equals("amd64") ? "x86_64" : "arm_64");
    try (InputStream archive = PostgresBinaries.class.getResourceAsStream(name + ".txz")) {
      if (archive == null) {
        throw new IOException("no PostgreSQL binaries on the class path: " + name + ".txz");
      }
      TarXzArchive.extract(archive, target);
    }
    // Sync before the rename, or a power cut leaves a complete-looking folder of empty files.
    Command.run(target, TOOL_LIMIT, List.of("sync", "-f", target.toString()));
  }

  /**
   * Creates a folder that is readable whatever the umask: root may unpack what another user runs.
   */
  private static void createReadable(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder);
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private static Path sibling(Path folder, String suffix) {
    return folder.resolveSibling(folder.getFileName() + suffix);
  }

  static String architecture() {
    String name = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    return switch (name) {
      case "amd64", "x86_64" -> "amd64";
      case "aarch64", "arm64" -> "arm64v8";
      default -> throw new EmbeddedPostgresException("no PostgreSQL binaries for " + name);
    };
  }
}
