package dev.paylink.platform.db.archive;

import dev.paylink.platform.db.backup.BackupCipher;
import dev.paylink.platform.db.backup.BackupFault;
import dev.paylink.platform.db.backup.PlainBackups;
import dev.paylink.platform.file.PrivateFiles;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stores files in an archive: each appears under its name only when its bytes are on disk and the
 * command, if there is one, has taken it. A file that exists is never overwritten.
 *
 * @param cipher null for files that anybody can read
 * @param plain whether a plain file is read although there is a cipher
 * @param command a shell command that gets the path as {@code $1} and the name as {@code $2}; null
 *     if the folder is enough
 */
record ArchiveTarget(@Nullable BackupCipher cipher, PlainBackups plain, @Nullable String command) {
  private static final String ENCRYPTED = ".enc";
  private static final String PARTIAL = ".partial";
  private static final Duration COMMAND_LIMIT = Duration.ofMinutes(30);

  /** Writes the content of one file. */
  @FunctionalInterface
  interface Content {
    void to(OutputStream out) throws Exception;
  }

  /** Reads a file that was written, and throws if it is not whole. */
  @FunctionalInterface
  interface Check {
    void of(InputStream in) throws Exception;
  }

  /**
   * Stores a file in a line.
   *
   * @param key the beginning of its name, which its encryption is bound to
   * @param rest the end of its name, asked for when it is written
   */
  void store(Path line, String key, Content content, Check check, Supplier<String> rest)
      throws Exception {
    Path partial = line.resolve(key + PARTIAL);
    Files.deleteIfExists(partial);
    PrivateFiles.createFile(partial);
    try {
      try (OutputStream out = encrypting(partial, context(line, key))) {
        content.to(out);
      }
      sync(partial, StandardOpenOption.WRITE);
      Path file = line.resolve(key + "-" + rest.get() + (cipher == null ? "" : ENCRYPTED));
      try (InputStream in = decrypting(partial, cipher != null, context(line, key))) {
        check.of(in);
      }
      if (command != null) {
        run(command, partial, line.getFileName() + "/" + file.getFileName());
      }
      name(partial, file);
    } finally {
      Files.deleteIfExists(partial);
    }
    sync(line, StandardOpenOption.READ);
  }

  /** Unlike a rename, a link fails if the name is taken; some network folders have none. */
  private static void name(Path partial, Path file) throws IOException {
    try {
      Files.createLink(file, partial);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (FileSystemException | UnsupportedOperationException e) {
      if (Files.exists(file)) {
        throw new FileAlreadyExistsException(file.toString());
      }
      Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  InputStream read(Path file) throws IOException {
    String[] name = plainName(file).split("-", 4);
    String key = String.join("-", name[0], name[1], name[2]);
    Path line = Objects.requireNonNull(file.toAbsolutePath().getParent());
    requireAllowed(file);
    return decrypting(file, isEncrypted(file), context(line, key));
  }

  /** Refuses a plain file where there is a key. */
  void requireAllowed(Path file) throws IOException {
    if (!isEncrypted(file)) {
      plain.requireAllowed(String.valueOf(file.getFileName()), cipher);
    }
  }

  static boolean isEncrypted(Path file) {
    return file.toString().endsWith(ENCRYPTED);
  }

  static String plainName(Path file) {
    String name = String.valueOf(file.getFileName());
    return isEncrypted(file) ? name.substring(0, name.length() - ENCRYPTED.length()) : name;
  }

  private OutputStream encrypting(Path file, String context) throws IOException {
    OutputStream out = new BufferedOutputStream(new FileOutputStream(file.toFile()), 1 << 16);
    return cipher == null ? out : cipher.encrypting(out, context);
  }

  private InputStream decrypting(Path file, boolean encrypted, String context) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    if (!encrypted) {
      return in;
    }
    if (cipher == null) {
      in.close();
      throw BackupFault.ofKey("the archive is encrypted; set backup.key");
    }
    return cipher.decrypting(in, context);
  }

  /** A file that was moved to another place in the archive does not decrypt. */
  private static String context(Path line, String key) {
    return line.getFileName() + "/" + key;
  }

  private static void run(String command, Path file, String name) throws IOException {
    Process process =
        new ProcessBuilder("sh", "-c", command, "paylink", file.toString(), name)
            .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      if (!process.waitFor(COMMAND_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("backup.wal.command took longer than " + COMMAND_LIMIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while backup.wal.command ran", e);
    } finally {
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      throw new IOException("backup.wal.command exited with " + process.exitValue());
    }
  }

  private static void sync(Path path, StandardOpenOption how) throws IOException {
    try (FileChannel channel = FileChannel.open(path, how)) {
      channel.force(true);
    }
  }
}
