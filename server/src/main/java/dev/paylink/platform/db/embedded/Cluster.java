package dev.paylink.platform.db.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;

/**
 * Creates the database cluster, whole or not at all: password and cluster each appear under their
 * final name by a rename, after everything in them is on disk.
 */
final class Cluster {
  static final String SUPERUSER = "postgres";

  private static final System.Logger LOG = System.getLogger(Cluster.class.getName());
  private static final Duration INITDB_LIMIT = Duration.ofMinutes(2);
  private static final int PASSWORD_BYTES = 24;

  private final DataDirectory data;
  private final PostgresBinaries binaries;
  private final RunAs runAs;

  Cluster(DataDirectory data, PostgresBinaries binaries, RunAs runAs) {
    this.data = data;
    this.binaries = binaries;
    this.runAs = runAs;
  }

  /** Creates what is missing and returns the superuser's password. */
  String prepare() {
    try {
      deleteUnfinished();
      if (!Files.exists(data.passwordFile())) {
        requireNoCluster();
        createPassword();
      }
      runAs.own(data.passwordFile());
      if (!data.hasCluster()) {
        createCluster();
      }
      runAs.own(data.cluster());
      return Files.readString(data.passwordFile()).strip();
    } catch (IOException e) {
      throw new EmbeddedPostgresException("cannot prepare PostgreSQL in " + data.root(), e);
    }
  }

  private void deleteUnfinished() throws IOException {
    for (Path unfinished : data.unfinishedClusters()) {
      try {
        DataDirectory.deleteTree(unfinished);
      } catch (IOException e) {
        // Its initdb still works in it, and fails now; the next start deletes the rest.
        LOG.log(System.Logger.Level.WARNING, "cannot delete all of " + unfinished, e);
      }
    }
  }

  private void requireNoCluster() {
    if (data.hasCluster()) {
      throw new EmbeddedPostgresException(
          data.passwordFile()
              + " is missing; restore it: the database cannot be opened without it");
    }
  }

  /** Returns a new password; being hexadecimal, it needs no quoting anywhere. */
  static String newPassword() {
    byte[] random = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  void createPassword() throws IOException {
    Path unfinished = data.passwordFile().resolveSibling("postgres.password.unfinished");
    Files.deleteIfExists(unfinished);
    try (FileChannel channel =
        FileChannel.open(
            unfinished,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      String line = newPassword() + "\n";
      channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII)));
      channel.force(true);
    }
    Files.move(unfinished, data.passwordFile(), StandardCopyOption.ATOMIC_MOVE);
    data.syncEntries();
  }

  private void createCluster() throws IOException {
    Path unfinished = data.newUnfinishedCluster();
    runAs.own(unfinished);
    Command.Result initdb =
        Command.run(
            data.root(),
            INITDB_LIMIT,
            runAs.command(
                binaries.program("initdb"),
                "--pgdata=" + unfinished,
                "--username=" + SUPERUSER,
                "--pwfile=" + data.passwordFile(),
                "--auth=scram-sha-256",
                // Iterations slow down guesses; ours are random passwords, which nobody guesses.
                "--set=scram_iterations=1",
                "--encoding=UTF8",
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--data-checksums"));
    if (!initdb.succeeded()) {
      throw new EmbeddedPostgresException("initdb failed: " + initdb.output());
    }
    // initdb has synced all files itself; the rename is what makes them the cluster.
    Files.move(unfinished, data.cluster(), StandardCopyOption.ATOMIC_MOVE);
    data.syncEntries();
  }
}
