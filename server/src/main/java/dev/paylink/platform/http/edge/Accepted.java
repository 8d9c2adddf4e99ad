package dev.paylink.platform.http.edge;

import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;

/** One accepted connection, from the accept to its end. */
final class Accepted {
  /** Both ends of a connection; no two open ones have the same. */
  record Ends(SocketAddress remote, SocketAddress local) {}

  final SocketChannel channel;
  final Ends ends;
  final long source;
  final Deadline deadline;
  private final AtomicBoolean counted = new AtomicBoolean(true);

  Accepted(SocketChannel channel, Ends ends, long source, Deadline deadline) {
    this.channel = channel;
    this.ends = ends;
    this.source = source;
    this.deadline = deadline;
  }

  /** Returns true once: to the caller that takes it out of the counts. */
  boolean uncount() {
    return counted.getAndSet(false);
  }
}
