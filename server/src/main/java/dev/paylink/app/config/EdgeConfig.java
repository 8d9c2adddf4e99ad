package dev.paylink.app.config;

import dev.paylink.platform.http.edge.EdgeLimits;
import java.time.Duration;

/** Reads how many connections the listeners accept and how long a peer may keep one waiting. */
final class EdgeConfig {
  private static final int MAX_CONNECTIONS = 1_000_000;
  private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

  private EdgeConfig() {}

  static EdgeLimits read(Settings settings) {
    EdgeLimits otherwise = EdgeLimits.DEFAULT;
    int connections =
        settings.number("connection.limit", otherwise.connections(), 2, MAX_CONNECTIONS);
    int perSource =
        settings.number(
            "connection.limit.source", otherwise.connectionsPerSource(), 1, MAX_CONNECTIONS);
    if (perSource >= connections) {
      throw new ConfigError(
          "connection.limit.source must be smaller than connection.limit, or one source takes all"
              + " connections");
    }
    return new EdgeLimits(
        connections,
        perSource,
        timeout(settings, "request.head.timeout", otherwise.head()),
        timeout(settings, "request.body.timeout", otherwise.body()),
        timeout(settings, "connection.idle.timeout", otherwise.idle()),
        timeout(settings, "response.timeout", otherwise.response()));
  }

  private static Duration timeout(Settings settings, String name, Duration otherwise) {
    return settings.duration(name, otherwise, Duration.ofSeconds(1), MAX_TIMEOUT);
  }
}
