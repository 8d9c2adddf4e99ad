package dev.paylink.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A folder for a server whose data nobody reads again. It is in memory where the machine has plenty
 * of it: a copy of the template has hundreds of files, and a disk takes longest to make them.
 */
public final class ScratchFolder {
  private static final Path MEMORY = Path.of("/dev/shm");

  /** What all JVMs of a run fill together, and as much again. */
  private static final long PLENTY = 10L << 30;

  private ScratchFolder() {}

  public static Path create(String prefix) throws IOException {
    return isMemoryPlenty()
        ? Files.createTempDirectory(MEMORY, prefix)
        : Files.createTempDirectory(prefix);
  }

  private static boolean isMemoryPlenty() throws IOException {
    return Files.isWritable(MEMORY)
        && Files.getFileStore(MEMORY).type().equals("tmpfs")
        && Files.getFileStore(MEMORY).getUsableSpace() > PLENTY
        && available() > PLENTY;
  }

  private static long available() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
      return lines
          .filter(line -> line.startsWith("MemAvailable:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read how much memory is left", e);
    }
  }
}
