package dev.paylink.platform.trace;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;

/** Counts spans that no collector will get, by the reason. */
public final class DroppedSpans {
  /** Callers asked for more traces than they get. */
  final AtomicLong limit;

  /** Too many wait for the collector. */
  final AtomicLong queue;

  /** The collector was away, too slow, or refused them. */
  final AtomicLong collector;

  /** Creates the counters, which exist and stay 0 while traces are off. */
  public DroppedSpans(MeterRegistry registry) {
    this.limit = counter(registry, "limit");
    this.queue = counter(registry, "queue");
    this.collector = counter(registry, "collector");
  }

  private static AtomicLong counter(MeterRegistry registry, String reason) {
    AtomicLong count = new AtomicLong();
    FunctionCounter.builder("paylink.traces.dropped", count, AtomicLong::get)
        .description("spans that were not sent to the collector")
        .tag("reason", reason)
        .register(registry);
    return count;
  }
}
