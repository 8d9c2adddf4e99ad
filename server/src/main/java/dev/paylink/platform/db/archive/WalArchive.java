package dev.paylink.platform.db.archive;

import dev.paylink.platform.db.backup.BackupCipher;
import dev.paylink.platform.db.backup.PlainBackups;
import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.file.FileFault;
import dev.paylink.platform.file.PrivateFiles;
import dev.paylink.platform.queue.Loop;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.replication.LogSequenceNumber;
import org.postgresql.replication.PGReplicationStream;

/**
 * Archives the WAL of the embedded database while it is written, and a base backup now and then.
 *
 * <ul>
 *   <li>PostgreSQL keeps WAL until it is archived on disk: a replication slot sees to it.
 *   <li>A target that is full or broken stops nothing. WAL then waits in the data folder, up to
 *       {@link #MAX_WAITING}; after that the archive has a gap and begins a new line.
 *   <li>Within a line there is no gap, and nothing is overwritten.
 * </ul>
 */
public final class WalArchive implements AutoCloseable {
  /** What PostgreSQL keeps at most for an archive that cannot be written. */
  public static final String MAX_WAITING = "8GB";

  private static final Logger LOG = System.getLogger(WalArchive.class.getName());
  private static final String LINE_FILE = "archive.line";
  private static final int PIECE_BYTES = Wal.SEGMENT_BYTES;
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration RETRY_PAUSE = Duration.ofSeconds(2);
  private static final Duration LOG_PAUSE = Duration.ofMinutes(1);
  private static final Duration BASE_CHECK = Duration.ofSeconds(1);
  private static final Duration BASE_RETRY = Duration.ofMinutes(1);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final EmbeddedPostgres postgres;
  private final Path dataFolder;
  private final Options options;
  private final ArchiveTarget target;
  private final ArchiveMeters meters;
  private final Loop archiving;
  private final Loop bases;
  private volatile @Nullable ArchiveLine line;
  private volatile long archived; // the position before which everything is archived
  private boolean failing; // of the thread that archives
  private long nextBaseAttempt = System.nanoTime();
  private long lastLogged = System.nanoTime() - LOG_PAUSE.toNanos();

  /**
   * How the archive is kept.
   *
   * @param command see {@link ArchiveTarget}
   * @param interval how long WAL waits at most before it is archived
   * @param baseInterval how old a base backup gets before the next one
   * @param keep how long a point in time can be restored
   * @param secrets the instance's own, which only an encrypted archive takes along
   */
  public record Options(
      Path folder,
      @Nullable String command,
      Duration interval,
      Duration baseInterval,
      Duration keep,
      @Nullable BackupCipher cipher,
      Supplier<byte @Nullable []> secrets) {}

  public WalArchive(
      EmbeddedPostgres postgres, Path dataFolder, Options options, ArchiveMeters meters) {
    this.postgres = postgres;
    this.dataFolder = dataFolder;
    this.options = options;
    this.target = new ArchiveTarget(options.cipher, PlainBackups.REFUSED, options.command);
    this.meters = meters;
    meters.waiting();
    this.archiving = new Loop("wal-archive", RETRY_PAUSE, this::archive).start();
    this.bases = new Loop("base-backup", BASE_CHECK, this::baseIfDue).start();
    archiving.wake();
  }

  /** Gives up the WAL that an archive kept, when there is no archive any more. */
  public static void end(EmbeddedPostgres postgres, Path dataFolder) {
    if (!Files.exists(dataFolder.resolve(LINE_FILE))) {
      return;
    }
    try (Connection connection = DriverManager.getConnection(postgres.superuserUrl())) {
      new ArchiveQueries(connection).dropSlot();
      Files.deleteIfExists(dataFolder.resolve(LINE_FILE));
    } catch (SQLException | IOException e) {
      LOG.log(Level.WARNING, "the WAL of the former archive is kept until the next start", e);
    }
  }

  /** Returns whether all that PostgreSQL has written by now is archived, and a base backup too. */
  public boolean hasEverything() throws SQLException {
    return meters.base() != null && hasAll();
  }

  /** Archives what is written so far, if the target takes it, and ends. */
  @Override
  public void close() {
    archiving.stop();
    bases.close();
    archiving.close(CLOSE_LIMIT.multipliedBy(2));
  }

  private void archive() {
    try {
      stream();
    } catch (Exception e) {
      failing = true;
      failed("the WAL is not archived", e);
    }
  }

  private void failed(String what, Exception e) {
    if (archiving.isClosing()) {
      return;
    }
    meters.failed();
    if (System.nanoTime() - lastLogged > LOG_PAUSE.toNanos()) {
      lastLogged = System.nanoTime();
      LOG.log(Level.ERROR, what + "; payments go on, and it is tried again: " + FileFault.words(e));
    }
  }

  /** Archives until the archive closes, or something fails. */
  private void stream() throws Exception {
    long start;
    int timeline;
    try (Connection connection = DriverManager.getConnection(postgres.superuserUrl())) {
      ArchiveQueries queries = new ArchiveQueries(connection);
      timeline = queries.timeline();
      start = resume(queries);
    }
    archived = start;
    try (Connection connection =
            DriverManager.getConnection(
                postgres.superuserUrl()
                    + "&replication=database&preferQueryMode=simple&assumeMinServerVersion=15"
                    + "&options=-c%20wal_sender_timeout%3D0");
        PGReplicationStream stream =
            connection
                .unwrap(PGConnection.class)
                .getReplicationAPI()
                .replicationStream()
                .physical()
                .withSlotName(ArchiveQueries.SLOT)
                .withStartPosition(LogSequenceNumber.valueOf(start))
                .withStatusInterval(10, TimeUnit.SECONDS)
                .start()) {
      receive(stream, timeline);
    }
  }

  /** Returns where the line goes on; begins a new one when it cannot go on. */
  private long resume(ArchiveQueries queries) throws SQLException, IOException {
    Path file = dataFolder.resolve(LINE_FILE);
    long kept = queries.kept();
    if (Files.exists(file)) {
      ArchiveLine known = new ArchiveLine(options.folder.resolve(Files.readString(file).strip()));
      if (!Files.isDirectory(known.folder())) {
        // Perhaps a disk that is not mounted: its line must not be given up.
        throw new IOException(
            known.folder() + " is missing; mount it, or delete " + file + " to begin a new one");
      }
      ArchiveLine.Piece last = known.last();
      boolean whole =
          last != null && kept >= 0 && kept <= last.end() && last.end() <= queries.flushed();
      // A restore with the key takes no plain WAL, not even of the segment in which a base begins.
      boolean plain =
          last != null && options.cipher != null && !ArchiveTarget.isEncrypted(last.file());
      if (last != null && whole && !plain) {
        line = known;
        List<ArchiveLine.BaseCopy> all = known.bases();
        meters.base(all.isEmpty() ? null : all.getLast().begun());
        return last.end();
      }
      LOG.log(
          Level.WARNING,
          plain
              ? "{0} is not encrypted and backup.key is set; a new line begins"
              : "{0} cannot go on: WAL is missing between it and the database; a new line begins",
          known.folder());
    }
    PrivateFiles.createFolder(options.folder);
    queries.dropSlot();
    queries.createSlot();
    ArchiveLine begun = ArchiveLine.begin(options.folder, Instant.now());
    PrivateFiles.createFolder(begun.folder());
    PrivateFiles.write(
        file, String.valueOf(begun.folder().getFileName()).getBytes(StandardCharsets.UTF_8));
    meters.base(null);
    line = begun;
    return Wal.segmentStart(queries.kept());
  }

  private void receive(PGReplicationStream stream, int timeline) throws Exception {
    ByteArrayOutputStream piece = new ByteArrayOutputStream();
    long oldest = 0;
    long closeBy = Long.MAX_VALUE;
    while (true) {
      ByteBuffer data = stream.readPending();
      if (data != null) {
        if (piece.size() == 0) {
          oldest = System.nanoTime();
          meters.waiting();
        }
        long end = stream.getLastReceiveLSN().asLong();
        if (end - data.remaining() != archived + piece.size()) {
          throw new IOException("PostgreSQL sent WAL from another position than was asked for");
        }
        piece.write(data.array(), data.arrayOffset() + data.position(), data.remaining());
      }
      boolean closed = archiving.isClosing();
      boolean due = System.nanoTime() - oldest >= options.interval.toNanos();
      if (piece.size() >= PIECE_BYTES || (piece.size() > 0 && data == null && (due || closed))) {
        store(timeline, piece.toByteArray());
        piece.reset();
        LogSequenceNumber confirmed = LogSequenceNumber.valueOf(archived);
        stream.setFlushedLSN(confirmed);
        stream.setAppliedLSN(confirmed);
        stream.forceUpdateStatus();
        meters.nothingWaits();
        if (failing) {
          failing = false;
          LOG.log(Level.INFO, "the WAL is archived again");
        }
      } else if (data == null) {
        if (piece.size() == 0 && meters.isWaiting() && hasAll()) {
          meters.nothingWaits();
        }
        if (closed) {
          closeBy = Math.min(closeBy, System.nanoTime() + CLOSE_LIMIT.toNanos());
          if (hasAll() || System.nanoTime() > closeBy) {
            return;
          }
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
      }
    }
  }

  private boolean hasAll() throws SQLException {
    try (Connection connection = DriverManager.getConnection(postgres.superuserUrl())) {
      return archived >= new ArchiveQueries(connection).flushed();
    }
  }

  private void store(int timeline, byte[] piece) throws Exception {
    long end = archived + piece.length;
    target.store(
        Objects.requireNonNull(line).folder(),
        ArchiveLine.key(ArchiveLine.WAL_KIND, timeline, archived),
        out -> {
          GZIPOutputStream zip = new FastGzip(out);
          zip.write(piece);
          zip.finish();
        },
        in -> new GZIPInputStream(in).transferTo(OutputStream.nullOutputStream()),
        () -> ArchiveLine.walRest(end, Instant.now()));
    archived = end;
  }

  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(java.util.zip.Deflater.BEST_SPEED);
    }
  }

  private void baseIfDue() {
    ArchiveLine current = line;
    Instant last = meters.base();
    boolean due =
        last == null || Duration.between(last, Instant.now()).compareTo(options.baseInterval) > 0;
    if (current == null
        || !due
        || archiving.isClosing()
        || System.nanoTime() - nextBaseAttempt < 0) {
      return;
    }
    nextBaseAttempt = System.nanoTime() + BASE_RETRY.toNanos();
    Instant begun = Instant.now();
    try {
      byte[] secrets = options.cipher == null ? null : options.secrets.get();
      new BaseBackup(postgres.superuserUrl(), postgres.clusterFolder(), secrets)
          .make(current, target, last == null, () -> archiving.isClosing());
      if (current.equals(line)) { // otherwise a new line has begun, which needs its own
        meters.base(begun);
      }
      prune();
    } catch (Exception e) {
      failed("no base backup was made", e);
    }
  }

  /** Deletes what no point in time within the kept days needs. */
  private void prune() throws IOException {
    Instant oldest = Instant.now().minus(options.keep);
    for (ArchiveLine each : ArchiveLine.all(options.folder)) {
      List<ArchiveLine.BaseCopy> old =
          each.bases().stream().filter(base -> base.ended().isBefore(oldest)).toList();
      if (old.isEmpty()) {
        continue;
      }
      boolean current = each.equals(line);
      ArchiveLine.Piece last = each.last();
      boolean all = !current && (last == null || last.time().isBefore(oldest));
      // The newest of the old ones is still needed, for the points in time after it.
      long needed = all ? Long.MAX_VALUE : old.getLast().start();
      for (ArchiveLine.BaseCopy base : each.bases()) {
        if (base.start() < needed) {
          Files.deleteIfExists(base.file());
        }
      }
      for (ArchiveLine.Piece piece : each.pieces()) {
        if (piece.end() <= Wal.segmentStart(needed)) {
          Files.deleteIfExists(piece.file());
        }
      }
      if (all) {
        try {
          Files.deleteIfExists(each.folder());
        } catch (java.nio.file.DirectoryNotEmptyException e) {
          LOG.log(Level.INFO, "{0} has files that are not ours; it stays", each.folder());
        }
      }
    }
  }
}
