package dev.paylink.bench.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** CPU time of a process, or of a process and all its children, read from {@code /proc}. */
public final class CpuClock {
  private static final long MICROS_PER_TICK = 10_000; // USER_HZ is 100 on every Linux we run on

  private final LongSupplier ticks;

  private CpuClock(LongSupplier ticks) {
    this.ticks = ticks;
  }

  public static CpuClock ofProcess(long pid) {
    return new CpuClock(() -> ticks(pid, false));
  }

  /** The process, its living children, and what its ended children had used. */
  public static CpuClock ofTree(long pid) {
    return new CpuClock(
        () ->
            ticks(pid, true)
                + ProcessHandle.of(pid).stream()
                    .flatMap(ProcessHandle::descendants)
                    .mapToLong(child -> ticks(child.pid(), false))
                    .sum());
  }

  public long micros() {
    return ticks.getAsLong() * MICROS_PER_TICK;
  }

  private static long ticks(long pid, boolean withEndedChildren) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // The second field is the name in parentheses and may hold spaces.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      long own = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
      long ended = Long.parseLong(fields[13]) + Long.parseLong(fields[14]);
      return withEndedChildren ? own + ended : own;
    } catch (IOException e) {
      return 0; // it has ended meanwhile, before the file was opened or while it was read
    }
  }
}
