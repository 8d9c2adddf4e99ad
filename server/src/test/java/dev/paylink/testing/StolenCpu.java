package dev.paylink.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * How much of this machine's CPU its host takes away. A test that judges how long something takes
 * does so only where the CPU was there; elsewhere it is skipped, and says why.
 */
public final class StolenCpu {
  private static final Path STATISTICS = Path.of("/proc/stat");
  private static final int IDLE = 3;
  private static final int STOLEN = 7;
  private static final int TIMES = 8; // what follows is part of them already
  private static final int MOST_PERCENT = 15;

  private final long[] before = read();

  /** Skips the rest of the test if the host took much since this was made. */
  public void assumeLittle() {
    long percent = percent();
    assumeTrue(
        percent <= MOST_PERCENT,
        () -> "the host took " + percent + " % of the CPU, so that no time is judged");
  }

  private long percent() {
    long[] now = read();
    long wanted = 0;
    for (int i = 0; i < TIMES; i++) {
      wanted += i == IDLE ? 0 : now[i] - before[i];
    }
    return 100 * (now[STOLEN] - before[STOLEN]) / Math.max(1, wanted);
  }

  /** Returns the first times of all CPUs together; zeros where the system does not tell. */
  private static long[] read() {
    if (!Files.exists(STATISTICS)) {
      return new long[TIMES];
    }
    try (Stream<String> lines = Files.lines(STATISTICS)) {
      String all = lines.findFirst().orElseThrow();
      return Stream.of(all.split(" +")).skip(1).limit(TIMES).mapToLong(Long::parseLong).toArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
