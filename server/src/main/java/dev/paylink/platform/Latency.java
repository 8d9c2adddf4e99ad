package dev.paylink.platform;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.stream.Stream;

/** Makes timers with buckets, so that the p99 of all nodes together can be alerted on. */
public final class Latency {
  private static final Duration[] BUCKETS =
      Stream.of(1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 120_000)
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private Latency() {}

  public static Timer timer(MeterRegistry registry, String name, String description) {
    return Timer.builder(name)
        .description(description)
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }
}
