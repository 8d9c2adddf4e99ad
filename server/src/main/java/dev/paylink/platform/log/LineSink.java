package dev.paylink.platform.log;

import dev.paylink.platform.file.PrivateFiles;
import dev.paylink.platform.queue.Loop;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The destination of log lines: whole lines, in order, buffered in memory and written at least ten
 * times a second, because one system call per request would cost more than the request's own JSON.
 *
 * <p>A file that has grown large becomes {@code .1}, the former {@code .1} becomes {@code .2}, and
 * so on; the oldest goes. No line is lost or cut by it.
 */
public final class LineSink implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final Duration FLUSH_PAUSE = Duration.ofMillis(100);
  private static final long MAX_FILE_BYTES = 64L * 1024 * 1024;
  private static final int OLDER_FILES = 5;

  private final @Nullable Path file;
  private final long maxFileBytes;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final ReentrantLock lock = new ReentrantLock();
  private final Loop flusher;
  private OutputStream out;
  private long written;
  private int used;

  private LineSink(OutputStream out, @Nullable Path file, long maxFileBytes) throws IOException {
    this.out = out;
    this.file = file;
    this.maxFileBytes = maxFileBytes;
    this.written = file == null ? 0 : Files.size(file);
    this.flusher = new Loop("log-flush", () -> Loop.UNTIL_WOKEN, FLUSH_PAUSE, this::flush).start();
  }

  /**
   * Opens a file for appending, readable by its owner only, or standard output if {@code file} is
   * null.
   */
  public static LineSink open(@Nullable Path file) {
    return open(file, MAX_FILE_BYTES);
  }

  static LineSink open(@Nullable Path file, long maxFileBytes) {
    try {
      if (file == null) {
        return new LineSink(new FileOutputStream(java.io.FileDescriptor.out), null, Long.MAX_VALUE);
      }
      Path parent = file.toAbsolutePath().getParent();
      if (parent != null) {
        PrivateFiles.createFolder(parent);
      }
      return new LineSink(append(file), file, maxFileBytes);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the log file " + file, e);
    }
  }

  private static OutputStream append(Path file) throws IOException {
    PrivateFiles.createFile(file);
    return new FileOutputStream(file.toFile(), true);
  }

  /** Adds one line; {@code line} has no line feed at its end. */
  public void write(byte[] line) {
    lock.lock();
    try {
      if (used + line.length + 1 > BUFFER_BYTES) {
        drain();
      }
      if (line.length + 1 > BUFFER_BYTES) {
        out.write(line);
        out.write('\n');
        grown(line.length + 1);
        return;
      }
      if (used == 0) {
        flusher.wake();
      }
      System.arraycopy(line, 0, buffer, used, line.length);
      used += line.length;
      buffer[used++] = '\n';
    } catch (IOException e) {
      used = 0; // a full disk must not stop payments
    } finally {
      lock.unlock();
    }
  }

  public void flush() {
    lock.lock();
    try {
      drain();
    } catch (IOException e) {
      used = 0;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    flusher.finish();
  }

  private void drain() throws IOException {
    if (used > 0) {
      out.write(buffer, 0, used);
      grown(used);
      used = 0;
    }
  }

  private void grown(int bytes) {
    written += bytes;
    if (file != null && written >= maxFileBytes) {
      written = 0; // also if it fails: the next attempt is as many bytes away
      try {
        rotate(file);
      } catch (IOException e) {
        // The old file goes on; a log must not stop payments.
      }
    }
  }

  private void rotate(Path full) throws IOException {
    if (!Files.exists(full) || Files.size(full) < maxFileBytes) {
      return; // somebody else rotates it
    }
    for (int older = OLDER_FILES; older > 1; older--) {
      Path from = numbered(full, older - 1);
      if (Files.exists(from)) {
        Files.move(from, numbered(full, older), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Files.move(full, numbered(full, 1), StandardCopyOption.REPLACE_EXISTING);
    OutputStream old = out;
    out = append(full);
    old.close();
  }

  private static Path numbered(Path file, int number) {
    return file.resolveSibling(file.getFileName() + "." + number);
  }
}
