package dev.paylink.platform.http;

import dev.paylink.platform.Latency;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times requests by route template and status, never by anything a client can invent.
 */
final class RequestMetrics {
  private final MeterRegistry registry;
  private final String listener;
  private final Map<String, Timer> latencies;
  private final ConcurrentMap<String, Meters> meters = new ConcurrentHashMap<>();

  private record Meters(Timer timer, @Nullable Timer latency) {}

  /**
   * @param latencies the name of the timer with buckets of each method and route that has one
   */
  RequestMetrics(MeterRegistry registry, String listener, Map<String, String> latencies) {
    this.registry = registry;
    this.listener = listener;
    this.latencies =
        latencies.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Map.Entry::getKey,
                    each ->
                        Latency.timer(
                            registry, each.getValue(), each.getKey() + " with status 2xx or 5xx")));
  }

  void record(String method, String template, int status, long nanos) {
    String key = method + ' ' + template + ' ' + status;
    Meters found = meters.get(key); // almost always present, and computeIfAbsent may lock
    if (found == null) {
      found =
          meters.computeIfAbsent(
              key,
              ignored ->
                  new Meters(timer(method, template, status), latency(method, template, status)));
    }
    found.timer.record(nanos, TimeUnit.NANOSECONDS);
    if (found.latency != null) {
      found.latency.record(nanos, TimeUnit.NANOSECONDS);
    }
  }

  /** What the caller did wrong is refused quickly, and would hide what is slow. */
  private @Nullable Timer latency(String method, String template, int status) {
    return status < 300 || status >= 500 ? latencies.get(method + ' ' + template) : null;
  }

  private Timer timer(String method, String template, int status) {
    return Timer.builder("http.server.requests")
        .tag("listener", listener)
        .tag("method", method)
        .tag("route", template)
        .tag("status", Integer.toString(status))
        .register(registry);
  }
}
