package dev.paylink.platform.db.archive;

import dev.paylink.platform.Version;
import dev.paylink.platform.db.backup.BackupFault;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Copies the files of a running PostgreSQL as its low-level backup API asks: between its begin and
 * its end, the control file last. The copy alone is not consistent; the WAL from its begin makes it
 * so.
 */
final class BaseBackup {
  static final String FILES = "data/";
  static final String SECRETS = "secrets.properties";

  /** The last entry: a backup without it is not whole. */
  private static final String LAST = "version";

  private static final String CONTROL = "global/pg_control";

  /** Folders whose content PostgreSQL recreates. */
  private static final Set<String> EMPTIED =
      Set.of(
          "pg_wal",
          "pg_replslot",
          "pg_dynshmem",
          "pg_notify",
          "pg_serial",
          "pg_snapshots",
          "pg_stat_tmp",
          "pg_subtrans");

  private static final Set<String> LEFT_OUT =
      Set.of("postmaster.pid", "postmaster.opts", "backup_label", "tablespace_map", CONTROL);
  private static final int MAX_CONTROL_READS = 100;

  /** Throttles the copy, so that payments are not delayed. */
  private static final long BYTES_PER_SECOND = 64L << 20;

  private final String superuserUrl;
  private final Path cluster;
  private final byte @Nullable [] secrets;
  private final byte[] buffer = new byte[1 << 16];
  private long begun;
  private long copied;

  /**
   * @param secrets the instance's own secrets; null if the backup must not have them
   */
  BaseBackup(String superuserUrl, Path cluster, byte @Nullable [] secrets) {
    this.superuserUrl = superuserUrl;
    this.cluster = cluster;
    this.secrets = secrets;
  }

  /** Makes a base backup in a line, and reads it again before it gets its name. */
  void make(ArchiveLine line, ArchiveTarget target, boolean atOnce, BooleanSupplier stopped)
      throws Exception {
    // One connection: PostgreSQL ends the backup when the session that began it ends.
    try (Connection connection = DriverManager.getConnection(superuserUrl)) {
      ArchiveQueries queries = new ArchiveQueries(connection);
      Instant beginning = Instant.now();
      long start = queries.beginBase(atOnce);
      target.store(
          line.folder(),
          ArchiveLine.key(ArchiveLine.BASE_KIND, queries.timeline(), start),
          out -> write(out, queries, stopped),
          in -> read(in, (name, content) -> content.transferTo(OutputStream.nullOutputStream())),
          () -> ArchiveLine.baseRest(beginning, Instant.now()));
    }
  }

  /** Takes one entry. */
  @FunctionalInterface
  interface Entry {
    void take(String name, InputStream content) throws IOException;
  }

  /** Reads a base backup; throws at its end if it is not whole. */
  static void read(InputStream in, Entry entry) throws IOException {
    ZipInputStream zip = new ZipInputStream(in);
    String last = "";
    try {
      for (ZipEntry next = zip.getNextEntry(); next != null; next = zip.getNextEntry()) {
        last = next.getName();
        entry.take(last, zip);
      }
    } catch (EOFException | ZipException e) {
      throw BackupFault.damaged("the base backup is damaged: " + e.getMessage(), e);
    }
    if (!last.equals(LAST)) {
      throw BackupFault.damaged("the base backup is not whole");
    }
    in.transferTo(OutputStream.nullOutputStream()); // the end of a cipher proves itself
  }

  private void write(OutputStream out, ArchiveQueries queries, BooleanSupplier stopped)
      throws Exception {
    begun = System.nanoTime();
    ZipOutputStream zip = new ZipOutputStream(out);
    zip.setLevel(Deflater.BEST_SPEED);
    if (secrets != null) {
      put(zip, SECRETS, secrets);
    }
    List<Path> paths;
    try (Stream<Path> all = Files.walk(cluster)) {
      paths = all.filter(path -> !path.equals(cluster)).toList();
    }
    for (Path path : paths) {
      if (stopped.getAsBoolean()) {
        throw new IOException("the service stops");
      }
      copy(zip, path);
    }
    put(zip, FILES + CONTROL, control());
    put(zip, FILES + "backup_label", queries.endBase().getBytes(StandardCharsets.UTF_8));
    put(zip, LAST, Version.NUMBER.getBytes(StandardCharsets.UTF_8));
    zip.finish();
    zip.flush();
  }

  private void copy(ZipOutputStream zip, Path path) throws IOException {
    String name = cluster.relativize(path).toString();
    String top = name.substring(0, Math.max(0, name.indexOf('/')));
    boolean emptied = EMPTIED.contains(top) && !name.endsWith(".history");
    if (emptied || LEFT_OUT.contains(name) || temporary(path)) {
      return;
    }
    if (Files.isDirectory(path)) {
      zip.putNextEntry(new ZipEntry(FILES + name + "/"));
      zip.closeEntry();
      return;
    }
    try (InputStream in = Files.newInputStream(path)) {
      zip.putNextEntry(new ZipEntry(FILES + name));
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        zip.write(buffer, 0, read);
        throttle(read);
      }
      zip.closeEntry();
    } catch (NoSuchFileException e) {
      // Dropped since; the WAL says so, too.
    }
  }

  private static boolean temporary(Path path) {
    String name = String.valueOf(path.getFileName());
    return name.startsWith("pgsql_tmp") || name.startsWith("pg_internal.init");
  }

  private void throttle(int bytes) {
    copied += bytes;
    long ahead =
        TimeUnit.SECONDS.toNanos(1) * copied / BYTES_PER_SECOND - (System.nanoTime() - begun);
    if (ahead > TimeUnit.MILLISECONDS.toNanos(5)) {
      LockSupport.parkNanos(ahead);
    }
  }

  /** Reads the control file until two reads are alike: a read during a write could be torn. */
  private byte[] control() throws IOException {
    byte[] last = Files.readAllBytes(cluster.resolve(CONTROL));
    for (int i = 0; i < MAX_CONTROL_READS; i++) {
      byte[] again = Files.readAllBytes(cluster.resolve(CONTROL));
      if (Arrays.equals(last, again)) {
        return again;
      }
      last = again;
    }
    throw new IOException("PostgreSQL changes its control file all the time");
  }

  private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(bytes);
    zip.closeEntry();
  }
}
