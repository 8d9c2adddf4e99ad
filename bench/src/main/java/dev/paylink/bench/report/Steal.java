package dev.paylink.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** How much of the machine's time others took: hypervisors by stealing. */
final class Steal {
  private static final Path STAT = Path.of("/proc/stat");
  private static final int STOLEN = 7; // after user, nice, system, idle, iowait, irq, softirq
  private static final int GUEST = 8; // already counted as user

  private final long[] before;

  /** From now on. */
  Steal() throws IOException {
    before = ticks();
  }

  /** Until now, in percent of all cores. */
  double percent() throws IOException {
    long[] now = ticks();
    long all = Arrays.stream(now).sum() - Arrays.stream(before).sum();
    return all == 0 ? 0 : 100.0 * (now[STOLEN] - before[STOLEN]) / all;
  }

  private static long[] ticks() throws IOException {
    String cpu = Files.readAllLines(STAT).getFirst();
    return Arrays.stream(cpu.strip().split("\\s+"))
        .skip(1)
        .limit(GUEST)
        .mapToLong(Long::parseLong)
        .toArray();
  }
}
