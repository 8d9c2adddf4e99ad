package dev.paylink.bench.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Watches the resident memory of a process, in megabytes. */
public final class Memory implements AutoCloseable {
  private static final int LOOK_EVERY_MILLIS = 100;

  private final Path status;
  private final Thread watch;
  private volatile int peak;

  public Memory(long pid) {
    status = Path.of("/proc", Long.toString(pid), "status");
    watch = Thread.ofPlatform().daemon().name("memory").start(this::watch);
  }

  public int now() {
    try (var lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D", "")) / 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0; // it has ended
    }
  }

  /** Returns the most that was seen since the start of the watch. */
  public int peak() {
    return peak;
  }

  @Override
  public void close() {
    watch.interrupt();
  }

  private void watch() {
    try {
      while (true) {
        peak = Math.max(peak, now());
        TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
      }
    } catch (InterruptedException e) {
      // closed
    }
  }
}
