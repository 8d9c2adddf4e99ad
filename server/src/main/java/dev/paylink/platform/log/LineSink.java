package dev.paylink.platform.log;

import dev.paylink.platform.file.PrivateFiles;
import dev.paylink.platform.queue.Repeating;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The destination of log lines: whole lines, in order, buffered in memory and written at least ten
 * times a second, because one system call per request would cost more than the request's own JSON.
 */
public final class LineSink implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final Duration FLUSH_PAUSE = Duration.ofMillis(100);

  private final OutputStream out;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final ReentrantLock lock = new ReentrantLock();
  private final Repeating flusher;
  private int used;

  private LineSink(OutputStream out) {
    this.out = out;
    this.flusher = Repeating.whenAsked("log-flush", FLUSH_PAUSE, this::flush);
  }

  /**
   * Opens a file for appending, readable by its owner only, or standard output if {@code file} is
   * null.
   */
  public static LineSink open(@Nullable Path file) {
    try {
      if (file == null) {
        return new LineSink(new FileOutputStream(java.io.FileDescriptor.out));
      }
      Path parent = file.toAbsolutePath().getParent();
      if (parent != null) {
        PrivateFiles.createFolder(parent);
      }
      PrivateFiles.createFile(file);
      return new LineSink(new FileOutputStream(file.toFile(), true));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the log file " + file, e);
    }
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
        return;
      }
      if (used == 0) {
        flusher.ask();
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
    flusher.close();
  }

  private void drain() throws IOException {
    if (used > 0) {
      out.write(buffer, 0, used);
      used = 0;
    }
  }
}
