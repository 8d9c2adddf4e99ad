package dev.paylink.testing;

import dev.paylink.platform.log.LineSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A log that can be read back, and is gone once closed. */
public final class LogFile implements AutoCloseable {
  private final Path file;
  private final LineSink sink;

  public LogFile() {
    try {
      file = Files.createTempFile("paylink-test", ".log");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    sink = LineSink.open(file);
  }

  public LineSink sink() {
    return sink;
  }

  /** All that was logged so far. */
  public String text() {
    sink.flush();
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    sink.close();
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
