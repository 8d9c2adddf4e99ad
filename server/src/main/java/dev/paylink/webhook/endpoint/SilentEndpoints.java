package dev.paylink.webhook.endpoint;

import java.util.concurrent.atomic.AtomicIntegerArray;
import okhttp3.HttpUrl;

/**
 * The endpoints whose last answer did not come in time. It knows them by a short hash: one that is
 * mistaken for another loses nothing but speed.
 */
final class SilentEndpoints {
  private static final int SIZE = 1 << 14;

  private final AtomicIntegerArray silent = new AtomicIntegerArray(SIZE);

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
