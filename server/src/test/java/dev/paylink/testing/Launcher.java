package dev.paylink.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The JVM options that the launcher chooses on a machine with some memory. */
public final class Launcher {
  private static final Path START = Path.of("../deploy/start.sh").toAbsolutePath().normalize();

  private final Path system;

  /**
   * A machine whose files are below this folder; it has {@code proc/meminfo} from the start.
   *
   * @param machineMib the memory of the machine
   */
  public Launcher(Path system, int machineMib) {
    this.system = system;
    write("proc/meminfo", "MemTotal:       " + machineMib * 1024L + " kB\nMemFree: 1 kB\n");
  }

  /** A container with so much memory on a large machine. */
  public static Launcher inContainer(Path system, int memoryMib) {
    return new Launcher(system, 65_536)
        .write("proc/self/cgroup", "0::/\n")
        .write("sys/fs/cgroup/memory.max", memoryMib * 1024L * 1024 + "\n");
  }

  /** Adds a file that the system shows. */
  public Launcher write(String file, String text) {
    try {
      Path path = system.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** The options, in their order. */
  public List<String> javaOptions() {
    String script =
        "set -eu; java_major=25; system_root=$1; . \"$0\"; java_options; printf %s \"$options\"";
    try {
      Process shell =
          new ProcessBuilder("sh", "-c", script, START.toString(), system.toString())
              .redirectErrorStream(true)
              .start();
      String out = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (shell.waitFor() != 0) {
        throw new AssertionError(out);
      }
      return Stream.of(out.strip().split("\\s+", -1)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The heap, in MiB. */
  public int heapMib() {
    return javaOptions().stream()
        .filter(option -> option.startsWith("-Xmx"))
        .mapToInt(option -> Integer.parseInt(option.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElseThrow();
  }
}
