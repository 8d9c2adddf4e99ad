package dev.paylink.platform.http.edge;

import java.time.Duration;

/**
 * The limits of a listener for its peers.
 *
 * @param connections all connections at once
 * @param connectionsPerSource those of one source, see {@link SourceCounts}
 * @param head from the first byte of a request to the end of its headers
 * @param body from when we wait for the body to its end; more while it moves at a sane pace
 * @param idle between two requests, and before the first
 * @param response until a reader takes the next part of a response
 */
public record EdgeLimits(
    int connections,
    int connectionsPerSource,
    Duration head,
    Duration body,
    Duration idle,
    Duration response) {
  public static final EdgeLimits DEFAULT =
      new EdgeLimits(
          8192,
          512,
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(75),
          Duration.ofSeconds(30));
}
