package dev.paylink.platform.db.archive;

import dev.paylink.platform.db.archive.ArchiveLine.BaseCopy;
import dev.paylink.platform.db.archive.ArchiveLine.Piece;
import dev.paylink.platform.db.backup.BackupCipher;
import dev.paylink.platform.db.backup.BackupFault;
import dev.paylink.platform.db.backup.PlainBackups;
import dev.paylink.platform.db.embedded.Recovery;
import dev.paylink.platform.file.PrivateFiles;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Restores a point in time into an empty data folder: the newest base backup before it, then the
 * WAL up to it. A missing or damaged piece is an error, never a quiet end; so is a plain one where
 * there is a key.
 */
public final class ArchiveRestore {
  private static final String CLUSTER = "postgres";
  private static final String SEGMENTS = "restore.wal";
  private static final int MAX_SECRETS = 1 << 20;

  private final Path archive;
  private final ArchiveTarget target;

  /**
   * Prepares to read an archive.
   *
   * @param cipher null for none but plain files
   * @param plain whether plain files are read although there is a key
   */
  public ArchiveRestore(Path archive, @Nullable BackupCipher cipher, PlainBackups plain) {
    this.archive = archive;
    this.target = new ArchiveTarget(cipher, plain, null);
  }

  /** Returns whether a folder is an archive, or a line of one. */
  public static boolean isArchive(Path folder) throws IOException {
    return Files.isDirectory(folder) && !ArchiveLine.all(folder).isEmpty();
  }

  /**
   * What an archive has.
   *
   * @param newestBase when the newest base backup began
   * @param until the moment up to which it can be restored
   */
  public record State(Instant newestBase, Instant until) {}

  /** Reads the newest base backup and the WAL after it, all of it, and returns up to when. */
  public State verify() throws IOException {
    BaseCopy base = base(null);
    try (InputStream in = target.read(base.file())) {
      BaseBackup.read(
          in, (name, content) -> content.transferTo(java.io.OutputStream.nullOutputStream()));
    }
    List<Piece> pieces = pieces(base, false);
    for (Piece piece : pieces) {
      read(piece);
    }
    return new State(base.begun(), pieces.getLast().time());
  }

  /**
   * Restores; returns when the last transaction was committed that is there again.
   *
   * @param until null for all that is archived
   * @param secrets takes the instance's secrets, if the archive has them
   */
  public @Nullable String restore(Path data, @Nullable Instant until, Consumer<byte[]> secrets)
      throws IOException {
    BaseCopy base = base(until);
    List<Piece> pieces = pieces(base, until != null);
    Instant end = pieces.getLast().time();
    if (until != null && until.isAfter(end)) {
      throw new IOException(
          "the archive ends at " + end + "; leave --until out to restore all of it");
    }
    target.requireAllowed(base.file());
    for (Piece piece : pieces) {
      target.requireAllowed(piece.file());
    }
    unpack(base, data, secrets);
    Path segments = data.resolve(SEGMENTS);
    PrivateFiles.createFolder(segments);
    for (Piece piece : pieces) {
      write(piece, segments);
    }
    Recovery.Result outcome = Recovery.run(data, SEGMENTS, until);
    if (!outcome.reached()) {
      if (piecesEndAtGap(base)) {
        throw BackupFault.damaged("WAL is missing before " + until + "; choose an earlier time");
      }
      // Nothing was committed between the point in time and the end of the archive.
      outcome = Recovery.run(data, SEGMENTS, null);
    }
    delete(segments);
    return outcome.lastCommit();
  }

  /** Returns the newest base backup that was whole at that time. */
  private BaseCopy base(@Nullable Instant until) throws IOException {
    List<BaseCopy> all =
        ArchiveLine.all(archive).stream().flatMap(line -> line.bases().stream()).toList();
    return all.stream()
        .filter(base -> until == null || !base.ended().isAfter(until))
        .max(Comparator.comparing(BaseCopy::ended))
        .orElseThrow(
            () ->
                new IOException(
                    all.isEmpty()
                        ? "there is no base backup in " + archive
                        : "there is no base backup from before %s in %s; the earliest time is %s"
                            .formatted(until, archive, earliest(all))));
  }

  /** Returns a whole second at which the oldest base backup was whole. */
  private static Instant earliest(List<BaseCopy> bases) {
    return bases.stream()
        .map(BaseCopy::ended)
        .min(Comparator.naturalOrder())
        .orElseThrow()
        .plusMillis(999)
        .truncatedTo(ChronoUnit.SECONDS);
  }

  /** Returns the pieces that follow a base backup; a gap is an error, or the end. */
  private List<Piece> pieces(BaseCopy base, boolean untilGap) throws IOException {
    List<Piece> all = base.line().pieces();
    List<Piece> following = new java.util.ArrayList<>();
    long next = Wal.segmentStart(base.start());
    for (Piece piece : all) {
      if (piece.end() <= next) {
        continue;
      }
      if (piece.start() > next && untilGap) {
        break;
      }
      if (piece.start() > next) {
        throw BackupFault.damaged(
            "WAL is missing before " + piece.file() + "; restore --until an earlier time");
      }
      following.add(piece);
      next = piece.end();
    }
    if (following.isEmpty()) {
      throw BackupFault.damaged("the WAL of " + base.file() + " is missing");
    }
    return following;
  }

  private boolean piecesEndAtGap(BaseCopy base) throws IOException {
    return pieces(base, true).size()
        < base.line().pieces().stream().filter(piece -> piece.end() > base.start()).count();
  }

  private void unpack(BaseCopy base, Path data, Consumer<byte[]> secrets) throws IOException {
    Path cluster = data.toAbsolutePath().resolve(CLUSTER).normalize();
    try (InputStream in = target.read(base.file())) {
      PrivateFiles.createFolder(cluster); // not before the key has proved to be the right one
      BaseBackup.read(
          in,
          (name, content) -> {
            if (name.equals(BaseBackup.SECRETS)) {
              secrets.accept(content.readNBytes(MAX_SECRETS));
            } else if (name.startsWith(BaseBackup.FILES)) {
              put(cluster, name.substring(BaseBackup.FILES.length()), content);
            }
          });
    }
  }

  private static void put(Path cluster, String name, InputStream content) throws IOException {
    Path path = cluster.resolve(name).normalize();
    if (!path.startsWith(cluster) || path.equals(cluster)) {
      throw new IOException("the base backup has a file outside of its folder: " + name);
    }
    if (name.endsWith("/")) {
      PrivateFiles.createFolder(path);
      return;
    }
    PrivateFiles.createFile(path);
    try (var out = Files.newOutputStream(path)) {
      content.transferTo(out);
    }
  }

  private byte[] read(Piece piece) throws IOException {
    try (InputStream in = new GZIPInputStream(target.read(piece.file()))) {
      byte[] bytes = in.readAllBytes();
      if (bytes.length != piece.end() - piece.start()) {
        throw BackupFault.damaged("damaged: it does not have all that its name says");
      }
      return bytes;
    } catch (EOFException | ZipException e) {
      throw BackupFault.damaged(piece.file() + ": damaged: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IOException(piece.file() + ": " + e.getMessage(), e);
    }
  }

  /** Writes a piece into its segments; what is missing of the last one are zeros. */
  private void write(Piece piece, Path segments) throws IOException {
    byte[] bytes = read(piece);
    for (int done = 0; done < bytes.length; ) {
      long position = piece.start() + done;
      int offset = (int) (position % Wal.SEGMENT_BYTES);
      int length = Math.min(bytes.length - done, Wal.SEGMENT_BYTES - offset);
      Path file = segments.resolve(Wal.segment(piece.timeline(), position));
      PrivateFiles.createFile(file);
      try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
        if (out.length() == 0) {
          out.setLength(Wal.SEGMENT_BYTES);
        }
        out.seek(offset);
        out.write(bytes, done, length);
      }
      done += length;
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
    Files.delete(folder);
  }
}
