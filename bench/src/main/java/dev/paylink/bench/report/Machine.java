package dev.paylink.bench.report;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The machine's constants, by which figures of two runs can be compared. */
public final class Machine {
  private static final int FLUSHES = 200;
  private static final int HASHED_MB = 64;

  private Machine() {}

  /** Returns the constants by name; the last two are measured now and take about a second. */
  static Map<String, String> constants(String postgresVersion)
      throws IOException, InterruptedException {
    Map<String, String> constants = new LinkedHashMap<>();
    constants.put("cpu", line(Path.of("/proc/cpuinfo"), "model name"));
    constants.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    constants.put("memory", line(Path.of("/proc/meminfo"), "MemTotal"));
    constants.put("kernel", System.getProperty("os.name") + ' ' + System.getProperty("os.version"));
    constants.put(
        "jdk", System.getProperty("java.vendor") + ' ' + System.getProperty("java.vm.version"));
    constants.put("postgresql", postgresVersion);
    constants.put("flush_us", Long.toString(flushMicros()));
    constants.put("sha256_mb_per_s", Long.toString(hashedPerSecond()));
    return constants;
  }

  /** Returns the commit that this was built from, with a mark if files have changed since. */
  static String commit() throws IOException, InterruptedException {
    try {
      Process git =
          new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")
              .directory(home().toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String commit =
          new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return git.waitFor() == 0 ? commit : "unknown";
    } catch (IOException e) {
      return "unknown"; // there is no git
    }
  }

  /** Returns the folder of the repository that these classes were built in. */
  public static Path home() {
    try {
      Path classes =
          Path.of(Machine.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path folder = classes;
      while (folder != null && !Files.isExecutable(folder.resolve("paylink"))) {
        folder = folder.getParent();
      }
      if (folder == null) {
        throw new IllegalStateException("no launcher above " + classes);
      }
      return folder;
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String line(Path file, String name) throws IOException {
    try (var lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    }
  }

  /** Returns the median of small writes that are on disk when they return. */
  private static long flushMicros() throws IOException {
    Path file = Files.createTempFile("paylink", ".flush");
    long[] nanos = new long[FLUSHES];
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (int i = 0; i < FLUSHES; i++) {
        long start = System.nanoTime();
        channel.write(ByteBuffer.allocate(8192), 0);
        channel.force(false);
        nanos[i] = System.nanoTime() - start;
      }
    } finally {
      Files.delete(file);
    }
    Arrays.sort(nanos);
    return TimeUnit.NANOSECONDS.toMicros(nanos[FLUSHES / 2]);
  }

  /** Returns what one core does, so that a slower machine is not taken for slower code. */
  private static long hashedPerSecond() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] megabyte = new byte[1 << 20];
      long best = Long.MAX_VALUE;
      for (int round = 0; round < 3; round++) {
        long start = System.nanoTime();
        for (int i = 0; i < HASHED_MB; i++) {
          digest.update(megabyte);
        }
        best = Math.min(best, System.nanoTime() - start);
      }
      return HASHED_MB * TimeUnit.SECONDS.toNanos(1) / best;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
