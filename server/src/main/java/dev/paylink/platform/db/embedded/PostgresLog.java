package dev.paylink.platform.db.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Keeps PostgreSQL's messages in one file readable by its owner only, of bounded size: a full one
 * becomes the single older generation.
 */
final class PostgresLog {
  private static final System.Logger LOG = System.getLogger(PostgresLog.class.getName());
  private static final long MAX_BYTES = 16L * 1024 * 1024;
  private static final int TAIL_BYTES = 2_000;

  private final Path file;

  PostgresLog(Path file) {
    this.file = file;
  }

  Path file() {
    return file;
  }

  /** Creates the file with its mode, because a redirect would create it with the umask's. */
  void create() throws IOException {
    Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileChannel.open(
            file,
            options,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
        .close();
  }

  /**
   * Copies and truncates a large file: the server appends through a descriptor it keeps, so it
   * would follow a rename. Lines written between the two steps are lost; they are diagnosis, not
   * data.
   */
  void rotateIfLarge() {
    try {
      if (Files.size(file) > MAX_BYTES) {
        Path older = file.resolveSibling(file.getFileName() + ".1");
        Files.copy(
            file, older, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        FileChannel.open(file, StandardOpenOption.WRITE).truncate(0).close();
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "cannot rotate " + file, e);
    }
  }

  /** Returns the last lines, for the message of a failed start. */
  String tail() {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      channel.position(Math.max(0, channel.size() - TAIL_BYTES));
      ByteBuffer last = ByteBuffer.allocate(TAIL_BYTES);
      while (last.hasRemaining() && channel.read(last) >= 0) {}
      return StandardCharsets.UTF_8.decode(last.flip()).toString().strip();
    } catch (IOException e) {
      return "(no log: " + e + ")";
    }
  }
}
