package dev.paylink.platform.db.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Names every file of one data folder by its real path, so that the same folder reached through a
 * link is recognised.
 */
record DataDirectory(Path root) {
  private static final String UNFINISHED_CLUSTER = "postgres.initdb-";

  /** Opens the folder; creates it, private to this user, if it does not exist. */
  static DataDirectory open(Path directory) {
    try {
      Path absolute = directory.toAbsolutePath();
      if (!Files.isDirectory(absolute)) {
        Files.createDirectories(
            absolute,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
      return new DataDirectory(absolute.toRealPath());
    } catch (IOException e) {
      throw new EmbeddedPostgresException("cannot use data directory " + directory, e);
    }
  }

  Path cluster() {
    return root.resolve("postgres");
  }

  /**
   * Returns a new folder for initdb to work in. Each has its own name: the initdb of a service
   * killed a moment ago may still be writing to the previous one.
   */
  Path newUnfinishedCluster() throws IOException {
    return Files.createTempDirectory(root, UNFINISHED_CLUSTER);
  }

  List<Path> unfinishedClusters() throws IOException {
    try (Stream<Path> entries = Files.list(root)) {
      return entries
          .filter(entry -> entry.getFileName().toString().startsWith(UNFINISHED_CLUSTER))
          .toList();
    }
  }

  Path passwordFile() {
    return root.resolve("postgres.password");
  }

  Path logFile() {
    return root.resolve("postgres.log");
  }

  Path lockFile() {
    return root.resolve("paylink.lock");
  }

  Path ownBinaries() {
    return root.resolve("bin");
  }

  boolean hasCluster() {
    return Files.exists(cluster().resolve("PG_VERSION"));
  }

  /**
   * Makes renames inside the folder survive a power cut: they are stored in the folder's own
   * blocks.
   */
  void syncEntries() throws IOException {
    try (FileChannel channel = FileChannel.open(root, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  static void deleteTree(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    List<Path> deepestFirst;
    try (Stream<Path> paths = Files.walk(tree)) {
      deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.deleteIfExists(path);
    }
  }
}
