package dev.paylink.platform.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/**
 * Counts and times requests by route template and status, never by anything a client can invent.
 */
final class RequestMetrics {
  private final MeterRegistry registry;
  private final String listener;
  private final ConcurrentMap<String, Timer> timers = new ConcurrentHashMap<>();

  RequestMetrics(MeterRegistry registry, String listener) {
    this.registry = registry;
    this.listener = listener;
  }

  void record(String method, String template, int status, long nanos) {
    String key = method + ' ' + template + ' ' + status;
    Timer timer = timers.get(key); // almost always present, and computeIfAbsent may lock
    if (timer == null) {
      timer = timers.computeIfAbsent(key, ignored -> timer(method, template, status));
    }
    timer.record(nanos, TimeUnit.NANOSECONDS);
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
