package dev.paylink.platform.http.edge;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The time by which the peer of one connection must have moved. The connection's thread arms and
 * disarms it around each wait for the peer; the {@link Edge} cuts the connection when it has
 * passed.
 *
 * <ul>
 *   <li>A wait ends in one of two ways: the peer moved, or the connection was cut. A cut connection
 *       is never served, and a served one was not cut.
 *   <li>While we work, nothing is armed: a request under way is never cut.
 * </ul>
 */
final class Deadline {
  /** What a connection waits for. */
  enum Wait {
    IDLE,
    HEAD,
    BODY,
    RESPONSE
  }

  private static final long NONE = Long.MAX_VALUE;
  private static final long CUT = Long.MIN_VALUE;

  private final SocketChannel channel;
  private final AtomicLong atNanos;
  private volatile Wait wait;

  Deadline(SocketChannel channel, Wait wait, long atNanos) {
    this.channel = channel;
    this.wait = wait;
    this.atNanos = new AtomicLong(atNanos);
  }

  /** Begins a wait, or turns one into the next; returns false if the previous wait was cut. */
  boolean arm(Wait next, long nanos) {
    // The time first: a thread that sees it pass also sees what it was for.
    boolean intact = atNanos.getAndSet(nanos) != CUT;
    wait = next;
    return intact;
  }

  /** Ends a wait; returns false if it was cut. */
  boolean disarm() {
    return atNanos.getAndSet(NONE) != CUT;
  }

  boolean isCut() {
    return atNanos.get() == CUT;
  }

  /** Cuts the connection if its time has passed; returns the kind of wait that was cut, or null. */
  @Nullable Wait cutAfter(long nowNanos) {
    long nanos = atNanos.get();
    if (nanos > nowNanos || nanos == CUT || !atNanos.compareAndSet(nanos, CUT)) {
      return null;
    }
    Wait cut = wait;
    try {
      switch (cut) {
        // The unread part of the last response is still sent.
        case IDLE -> channel.close();
        // The body ends here: the request is answered as incomplete, then the connection closes.
        case BODY -> channel.shutdownInput();
        case HEAD, RESPONSE -> {
          channel.setOption(StandardSocketOptions.SO_LINGER, 0); // the kernel discards its buffers
          channel.close();
        }
      }
    } catch (IOException e) {
      // It was closed at the same moment.
    }
    return cut;
  }
}
