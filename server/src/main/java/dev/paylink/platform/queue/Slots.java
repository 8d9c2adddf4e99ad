package dev.paylink.platform.queue;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Gives out places: a bounded number in all, and for each holder. */
public final class Slots<K> {
  private final int most;
  private final int mostEach;
  private final AtomicInteger taken = new AtomicInteger();
  private final ConcurrentMap<K, Integer> takenBy = new ConcurrentHashMap<>();

  public Slots(int most, int mostEach) {
    this.most = most;
    this.mostEach = mostEach;
  }

  /** Takes a place; returns false, and takes none, if there is none left for this holder. */
  public boolean enter(K holder) {
    if (taken.incrementAndGet() > most) {
      taken.decrementAndGet();
      return false;
    }
    boolean[] entered = {false};
    takenBy.compute(
        holder,
        (ignored, count) -> {
          int before = count == null ? 0 : count;
          entered[0] = before < mostEach;
          return entered[0] ? before + 1 : before;
        });
    if (!entered[0]) {
      taken.decrementAndGet();
    }
    return entered[0];
  }

  /** Gives a place back. */
  public void leave(K holder) {
    takenBy.computeIfPresent(holder, (ignored, count) -> count == 1 ? null : count - 1);
    taken.decrementAndGet();
  }

  /** Returns how many places are taken. */
  public int taken() {
    return taken.get();
  }
}
