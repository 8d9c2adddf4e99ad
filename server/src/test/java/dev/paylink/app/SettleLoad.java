package dev.paylink.app;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** Settles payments from a few threads until told to stop, and remembers which were answered. */
final class SettleLoad {
  private static final int THREADS = 4;
  private static final long PAUSE_NANOS = 50_000_000;

  private final TwoNodes nodes;
  private final Queue<String> settled = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final Repeated threads;

  SettleLoad(TwoNodes nodes) {
    this.nodes = nodes;
    threads = new Repeated(Thread.ofVirtual(), THREADS, this::settleUntilStopped);
  }

  /** The payments that were settled. */
  List<String> stop() {
    threads.stop();
    if (!failures.isEmpty()) {
      throw new AssertionError(failures.peek());
    }
    return List.copyOf(settled);
  }

  private void settleUntilStopped(Repeated threads) {
    try {
      while (threads.goesOn()) {
        settled.add(nodes.settle());
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (RuntimeException | Error e) {
      failures.add(e);
    }
  }
}
