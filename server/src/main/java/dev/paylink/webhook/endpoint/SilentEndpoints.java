package dev.paylink.webhook.endpoint;

import java.util.concurrent.atomic.AtomicIntegerArray;
import okhttp3.HttpUrl;

/**
 * The endpoints whose last answer did not come in time, and those that are slow now. It knows them
 * by a short hash: one that is mistaken for another loses nothing but speed.
 */
final class SilentEndpoints {
  private static final int SIZE = 1 << 14;

  /** So many calls under way at once show that an endpoint is slow. */
  private static final int MANY = 8;

  private final AtomicIntegerArray silent = new AtomicIntegerArray(SIZE);
  private final AtomicIntegerArray underWay = new AtomicIntegerArray(SIZE);

  void begun(HttpUrl url) {
    underWay.incrementAndGet(place(url));
  }

  void ended(HttpUrl url) {
    underWay.decrementAndGet(place(url));
  }

  boolean isSlow(HttpUrl url) {
    return underWay.get(place(url)) >= MANY;
  }

  /** Tells whether the last answer did not come in time. */
  boolean has(HttpUrl url) {
    return silent.get(place(url)) != 0;
  }

  void add(HttpUrl url) {
    silent.set(place(url), 1);
  }

  void answered(HttpUrl url) {
    if (has(url)) {
      silent.set(place(url), 0);
    }
  }

  private static int place(HttpUrl url) {
    return Math.floorMod(url.hashCode(), SIZE);
  }
}
