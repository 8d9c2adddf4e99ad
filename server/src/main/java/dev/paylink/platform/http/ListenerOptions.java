package dev.paylink.platform.http;

import dev.paylink.platform.http.edge.EdgeLimits;
import dev.paylink.platform.trace.Traces;
import io.helidon.common.tls.Tls;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a listener binds and what it accepts.
 *
 * @param latencies the name of the timer with buckets, by method and route, of those that have one
 * @param traces null while traces are off
 * @param docsAddress where the documentation is served, without a slash at the end: the public
 *     address, also for a listener that does not serve it
 */
public record ListenerOptions(
    String name,
    String host,
    int port,
    @Nullable Tls tls,
    Set<String> trustedProxies,
    EdgeLimits limits,
    Duration shutdownGrace,
    Map<String, String> latencies,
    @Nullable Traces traces,
    String docsAddress) {

  /** Options of a listener without traces and documentation, and without timers with buckets. */
  public ListenerOptions(
      String name,
      String host,
      int port,
      @Nullable Tls tls,
      Set<String> trustedProxies,
      EdgeLimits limits,
      Duration shutdownGrace) {
    this(name, host, port, tls, trustedProxies, limits, shutdownGrace, Map.of(), null, "");
  }
}
