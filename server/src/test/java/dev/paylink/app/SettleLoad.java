package dev.paylink.app;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Settles payments and pays them out from a few threads until told to stop, and remembers which
 * were answered.
 */
final class SettleLoad {
  private static final int THREADS = 4;
  private static final long PAUSE_NANOS = 50_000_000;

  /** In the order in which they win. */
  static final List<String> STATES = List.of("initiated", "sent", "paid", "failed", "returned");

  private final TwoNodes nodes;
  private final Map<String, List<String>> payouts = new ConcurrentHashMap<>();
  private final Queue<String> settled = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final Repeated threads;

  SettleLoad(TwoNodes nodes) {
    this.nodes = nodes;
    threads = new Repeated(Thread.ofVirtual(), THREADS, this::settleUntilStopped);
  }

  /** The states that were reported of each payout, by its reference. */
  Map<String, List<String>> payouts() {
    return payouts;
  }

  /** Reports some states of a payout, twice and in any order. */
  private void payOut(String payment) {
    List<String> states = new ArrayList<>(STATES);
    Collections.shuffle(states, ThreadLocalRandom.current());
    List<String> some = states.subList(0, ThreadLocalRandom.current().nextInt(1, 4));
    List<String> twice = new ArrayList<>(some);
    twice.addAll(some);
    Collections.shuffle(twice, ThreadLocalRandom.current());
    String ref = UUID.randomUUID().toString();
    payouts.put(ref, List.copyOf(some));
    nodes.payOut(ref, payment, twice);
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
        String payment = nodes.settle();
        settled.add(payment);
        payOut(payment);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (RuntimeException | Error e) {
      failures.add(e);
    }
  }
}
