package dev.paylink.platform.db.archive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One line of an archive: a folder with base backups of one data folder and the WAL that belongs to
 * them, without a gap. When a gap cannot be avoided, a new line begins.
 */
record ArchiveLine(Path folder) {
  static final String WAL_KIND = "wal";
  static final String BASE_KIND = "base";

  private static final String LINE = "line-";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final Pattern WAL =
      Pattern.compile("wal-([0-9a-f]{8})-([0-9a-f]{16})-([0-9a-f]{16})-([0-9TZ.]{20})\\.gz");
  private static final Pattern BASE =
      Pattern.compile("base-([0-9a-f]{8})-([0-9a-f]{16})-([0-9TZ.]{20})-([0-9TZ.]{20})\\.zip");

  /** A piece of the WAL, complete from its first position to before its end at that time. */
  record Piece(Path file, int timeline, long start, long end, Instant time) {}

  /** A copy of the database's files, made between two moments, that needs the WAL from a start. */
  record BaseCopy(
      Path file, ArchiveLine line, int timeline, long start, Instant begun, Instant ended) {}

  static ArchiveLine begin(Path archive, Instant now) {
    String random = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    return new ArchiveLine(archive.resolve(LINE + TIME.format(now) + "-" + random));
  }

  /** Returns all lines of an archive, or the one that is named itself. */
  static List<ArchiveLine> all(Path archive) throws IOException {
    if (isLine(archive)) {
      return List.of(new ArchiveLine(archive));
    }
    try (Stream<Path> entries = Files.list(archive)) {
      return entries.filter(ArchiveLine::isLine).sorted().map(ArchiveLine::new).toList();
    }
  }

  private static boolean isLine(Path folder) {
    return String.valueOf(folder.getFileName()).startsWith(LINE) && Files.isDirectory(folder);
  }

  /** Returns the beginning of a file's name. */
  static String key(String kind, int timeline, long start) {
    HexFormat hex = HexFormat.of();
    return kind + "-" + hex.toHexDigits(timeline) + "-" + hex.toHexDigits(start);
  }

  /** Returns the end of the name of a piece of WAL. */
  static String walRest(long end, Instant time) {
    return HexFormat.of().toHexDigits(end) + "-" + TIME.format(time) + ".gz";
  }

  /** Returns the end of the name of a base backup. */
  static String baseRest(Instant begun, Instant ended) {
    return TIME.format(begun) + "-" + TIME.format(ended) + ".zip";
  }

  /** Returns the pieces in their order. */
  List<Piece> pieces() {
    return found(
        WAL,
        (file, name) ->
            new Piece(
                file,
                Integer.parseUnsignedInt(name.group(1), 16),
                Long.parseUnsignedLong(name.group(2), 16),
                Long.parseUnsignedLong(name.group(3), 16),
                time(name.group(4))),
        Comparator.comparingLong(Piece::start));
  }

  /** Returns the base backups, oldest first. */
  List<BaseCopy> bases() {
    return found(
        BASE,
        (file, name) ->
            new BaseCopy(
                file,
                this,
                Integer.parseUnsignedInt(name.group(1), 16),
                Long.parseUnsignedLong(name.group(2), 16),
                time(name.group(3)),
                time(name.group(4))),
        Comparator.comparing(BaseCopy::ended));
  }

  @Nullable Piece last() {
    List<Piece> pieces = pieces();
    return pieces.isEmpty() ? null : pieces.getLast();
  }

  private <T> List<T> found(
      Pattern pattern, BiFunction<Path, Matcher, T> read, Comparator<T> order) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<T> found = new ArrayList<>();
      for (Path file : files.toList()) {
        Matcher name = pattern.matcher(ArchiveTarget.plainName(file));
        if (name.matches()) {
          found.add(read.apply(file, name));
        }
      }
      found.sort(order);
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the archive " + folder, e);
    }
  }

  private static Instant time(String text) {
    return Instant.from(TIME.parse(text));
  }
}
