package dev.paylink.platform.db.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets at most one process own a data folder; the kernel releases the lock when that process dies,
 * in any way. The child PostgreSQL does not inherit it.
 */
final class DirectoryLock implements AutoCloseable {
  /**
   * Folders owned inside this JVM. The lock file must not even be opened a second time here: POSIX
   * drops all of a process's locks on a file as soon as any of its descriptors for that file is
   * closed.
   */
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private DirectoryLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  static DirectoryLock acquire(DataDirectory data) {
    Path file = data.lockFile();
    String self = Long.toString(ProcessHandle.current().pid());
    if (!HELD_HERE.add(file)) {
      throw inUse(data, self);
    }
    try {
      return new DirectoryLock(file, lock(data, self));
    } catch (IOException e) {
      HELD_HERE.remove(file);
      throw new EmbeddedPostgresException("cannot lock data directory " + data.root(), e);
    } catch (RuntimeException e) {
      HELD_HERE.remove(file);
      throw e;
    }
  }

  /** Tells whether another process owns the folder, in whatever container it runs. */
  static boolean isHeldElsewhere(DataDirectory data) {
    if (!Files.exists(data.lockFile()) || !HELD_HERE.add(data.lockFile())) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(data.lockFile(), StandardOpenOption.WRITE)) {
      return channel.tryLock() == null; // closing the channel gives the lock back
    } catch (IOException e) {
      throw new EmbeddedPostgresException("cannot lock data directory " + data.root(), e);
    } finally {
      HELD_HERE.remove(data.lockFile());
    }
  }

  private static FileChannel lock(DataDirectory data, String self) throws IOException {
    FileChannel channel =
        FileChannel.open(
            data.lockFile(),
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    boolean owned = false;
    try {
      owned = channel.tryLock() != null;
      if (!owned) {
        String owner = Files.readString(data.lockFile()).strip();
        throw inUse(data, owner.isEmpty() ? "unknown" : owner);
      }
      write(channel, self);
      return channel;
    } finally {
      if (!owned) {
        channel.close();
      }
    }
  }

  private static EmbeddedPostgresException inUse(DataDirectory data, String pid) {
    return new EmbeddedPostgresException(
        "data directory " + data.root() + " is in use by another service, process " + pid);
  }

  private static void write(FileChannel channel, String pid) throws IOException {
    channel.truncate(0);
    channel.write(ByteBuffer.wrap((pid + "\n").getBytes(StandardCharsets.US_ASCII)), 0);
  }

  @Override
  public void close() {
    if (!channel.isOpen()) {
      return;
    }
    try {
      // Close the channel first: once the folder leaves the set, a new owner may open the file.
      channel.close();
    } catch (IOException e) {
      throw new EmbeddedPostgresException("cannot unlock " + file, e);
    } finally {
      HELD_HERE.remove(file);
    }
  }
}
