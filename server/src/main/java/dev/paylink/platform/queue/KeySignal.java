package dev.paylink.platform.queue;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Lets callers wait for news about a key. News of this node wakes them at once. When other nodes
 * may have news, all of them look again; now and then they do so by themselves, since such a hint
 * may get lost.
 */
public final class KeySignal<K> implements AutoCloseable {
  /** How long news of another node may stay unseen if the hint of it got lost. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

  private final Map<K, Set<Waiter>> waiting = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Looks until there is what the caller wants or its time is up; returns what it saw last. */
  public <T> T await(K key, Duration wait, Supplier<T> look, Predicate<T> wanted) {
    long deadline = System.nanoTime() + wait.toNanos();
    while (true) {
      // First the signal, then the look: news in between has already given the signal.
      Waiter waiter = wait.isZero() ? new Waiter() : join(key);
      try {
        T seen = look.get();
        long left = deadline - System.nanoTime();
        if (wanted.test(seen) || left <= 0 || closed) {
          return seen;
        }
        waiter.pause(Math.min(left, LOOK_AGAIN.toNanos()));
      } finally {
        leave(key, waiter);
      }
    }
  }

  /** Tells that there is news about these keys, committed on this node. */
  public void news(Collection<K> keys) {
    for (K key : keys) {
      Set<Waiter> woken = waiting.remove(key);
      if (woken != null) {
        woken.forEach(waiter -> waiter.news.countDown());
      }
    }
  }

  /** Tells that other nodes may have news about any key. */
  public void lookAgain() {
    news(List.copyOf(waiting.keySet()));
  }

  /** Returns how many keys are waited for. */
  int size() {
    return waiting.size();
  }

  /** Ends every wait at once. */
  @Override
  public void close() {
    closed = true;
    lookAgain();
  }

  private Waiter join(K key) {
    Waiter waiter = new Waiter();
    waiting.compute(
        key,
        (ignored, others) -> {
          Set<Waiter> all = others == null ? new HashSet<>() : others;
          all.add(waiter);
          return all;
        });
    return waiter;
  }

  private void leave(K key, Waiter waiter) {
    waiting.computeIfPresent(
        key,
        (ignored, all) -> {
          all.remove(waiter);
          return all.isEmpty() ? null : all;
        });
  }

  /** One who waits, equal to itself alone. */
  private static final class Waiter {
    final CountDownLatch news = new CountDownLatch(1);

    @SuppressWarnings("ReturnValueIgnored") // the caller looks again after waking up
    void pause(long nanos) {
      try {
        news.await(nanos, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while waiting for news", e);
      }
    }
  }
}
