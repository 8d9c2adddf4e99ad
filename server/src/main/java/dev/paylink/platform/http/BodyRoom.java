package dev.paylink.platform.http;

import dev.paylink.platform.Unavailable;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that one listener has for the bodies of requests under way. A client that sends bodies
 * without end, from however many addresses, fills this room and not the heap; meanwhile large
 * bodies are refused with a 503.
 */
final class BodyRoom {
  /** A body up to this size needs no room: every connection may have one. */
  static final int SMALL_BYTES = 4 * 1024;

  private static final int PART_OF_HEAP = 8;

  private final long most;
  private final AtomicLong taken = new AtomicLong();

  BodyRoom() {
    this(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
  }

  BodyRoom(long most) {
    this.most = most;
  }

  /**
   * Takes room for a body of at most so many bytes.
   *
   * @return how many to {@link #giveBack}
   * @throws Unavailable if there is no room now
   */
  int take(int bytes) {
    if (bytes <= SMALL_BYTES) {
      return 0;
    }
    if (taken.addAndGet(bytes) > most) {
      taken.addAndGet(-bytes);
      throw new Unavailable("too many large bodies under way", null);
    }
    return bytes;
  }

  void giveBack(int bytes) {
    taken.addAndGet(-bytes);
  }
}
