package dev.paylink.platform.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A queue with a lane for each owner: an owner who adds much waits only for itself.
 *
 * <ul>
 *   <li>Lanes are taken from in turns, one each; a lane keeps its order.
 *   <li>At most {@code limit} wait in all.
 *   <li>A lane may grow only while it is shorter than the room that is left. One owner alone
 *       therefore fills half of the room, each of n owners 1/(n+1) of it, and as much stays free
 *       for the next.
 *   <li>An empty lane is forgotten.
 * </ul>
 *
 * Without owners it is one lane, which may fill all of the room.
 */
final class Lanes<T> {
  private static final Object ONLY = new Object();

  private final @Nullable Function<? super T, ?> owner;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private final Map<Object, Lane<T>> lanes = new HashMap<>();
  private final ArrayDeque<Lane<T>> turns = new ArrayDeque<>();
  private int size;
  private volatile int limit;

  Lanes(int limit, @Nullable Function<? super T, ?> owner) {
    this.limit = limit;
    this.owner = owner;
  }

  /** Puts it in; returns false if there is no room for it. Never blocks. */
  boolean offer(T item) {
    Object of = owner == null ? ONLY : owner.apply(item);
    lock.lock();
    try {
      Lane<T> lane = lanes.get(of);
      int room = limit - size;
      if (room <= 0 || (owner != null && lane != null && lane.items.size() >= room)) {
        return false;
      }
      if (lane == null) {
        lane = new Lane<>(of);
        lanes.put(of, lane);
        turns.addLast(lane);
      }
      lane.items.addLast(item);
      if (size++ == 0) {
        filled.signal();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Takes the next; waits for it. */
  T take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (size == 0) {
        filled.await();
      }
      return next();
    } finally {
      lock.unlock();
    }
  }

  /** Takes the next; null if there is none. */
  @Nullable T poll() {
    lock.lock();
    try {
      return size == 0 ? null : next();
    } finally {
      lock.unlock();
    }
  }

  /** Takes so many at most, in turns. */
  void drainTo(Collection<? super T> taken, int most) {
    lock.lock();
    try {
      for (int i = 0; i < most && size > 0; i++) {
        taken.add(next());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes this one out; returns false if it was taken already. */
  boolean remove(T item) {
    lock.lock();
    try {
      for (Iterator<Lane<T>> all = turns.iterator(); all.hasNext(); ) {
        Lane<T> lane = all.next();
        if (lane.items.remove(item)) {
          size--;
          if (lane.items.isEmpty()) {
            lanes.remove(lane.owner);
            all.remove();
          }
          return true;
        }
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether this holds for one that nothing waits before in its lane. */
  boolean anyFirst(Predicate<? super T> test) {
    lock.lock();
    try {
      return turns.stream().anyMatch(lane -> test.test(lane.items.getFirst()));
    } finally {
      lock.unlock();
    }
  }

  /** Returns all that wait now, in no order. */
  List<T> copy() {
    lock.lock();
    try {
      List<T> all = new ArrayList<>(size);
      turns.forEach(lane -> all.addAll(lane.items));
      return all;
    } finally {
      lock.unlock();
    }
  }

  int size() {
    lock.lock();
    try {
      return size;
    } finally {
      lock.unlock();
    }
  }

  /** Changes how many may wait. What waits already stays. */
  void limit(int most) {
    limit = most;
  }

  /** Returns how many owners have something waiting, for tests. */
  int owners() {
    lock.lock();
    try {
      return lanes.size();
    } finally {
      lock.unlock();
    }
  }

  private T next() {
    Lane<T> lane = turns.removeFirst();
    T item = lane.items.removeFirst();
    size--;
    if (lane.items.isEmpty()) {
      lanes.remove(lane.owner);
    } else {
      turns.addLast(lane);
    }
    return item;
  }

  private static final class Lane<T> {
    final Object owner;
    final ArrayDeque<T> items = new ArrayDeque<>();

    Lane(Object owner) {
      this.owner = owner;
    }
  }
}
