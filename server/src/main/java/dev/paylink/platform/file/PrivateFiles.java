package dev.paylink.platform.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Creates files and folders that only their owner may read; a file is present whole or not at all.
 */
public final class PrivateFiles {
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private PrivateFiles() {}

  /** Creates the folder and its parents; an existing one stays as it is. */
  public static void createFolder(Path folder) {
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(folder.toAbsolutePath(), OWNER_FOLDER);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the folder " + folder, e);
    }
  }

  /** Creates an empty file; an existing one stays as it is. */
  public static void createFile(Path file) throws IOException {
    try {
      Files.createFile(file, OWNER_FILE);
    } catch (FileAlreadyExistsException e) {
      // It exists already.
    }
  }

  /**
   * Writes to a temporary file, then moves it into place: a reader sees the old bytes or the new.
   */
  public static void write(Path file, byte[] bytes) {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.deleteIfExists(fresh);
      Files.createFile(fresh, OWNER_FILE);
      try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
        channel.force(true); // before the move, or a power cut leaves an empty file in place
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
