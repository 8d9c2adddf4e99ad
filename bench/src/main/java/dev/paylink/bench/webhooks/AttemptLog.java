package dev.paylink.bench.webhooks;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;

/** When each attempt of each event arrived at an endpoint that always fails. */
final class AttemptLog {
  private static final long[] WAIT_SECONDS = {2, 4, 8};
  private static final int ATTEMPTS = WAIT_SECONDS.length + 1;

  private final Map<String, AtomicLongArray> arrivals = new ConcurrentHashMap<>();

  void arrived(String eventId, int attempt, long nanos) {
    arrivals
        .computeIfAbsent(eventId, ignored -> new AtomicLongArray(ATTEMPTS))
        .compareAndSet(attempt - 1, 0, nanos);
  }

  /** Whether so many events have had their last attempt. */
  boolean isComplete(int events) {
    return arrivals.size() == events
        && arrivals.values().stream().allMatch(times -> times.get(ATTEMPTS - 1) != 0);
  }

  /** How much later than agreed each attempt after the first came, in nanoseconds. */
  long[] lateness() {
    return arrivals.values().stream().flatMapToLong(AttemptLog::lateness).toArray();
  }

  private static LongStream lateness(AtomicLongArray times) {
    LongStream.Builder late = LongStream.builder();
    for (int i = 0; i < WAIT_SECONDS.length; i++) {
      long gap = times.get(i + 1) - times.get(i);
      late.add(gap - TimeUnit.SECONDS.toNanos(WAIT_SECONDS[i]));
    }
    return late.build();
  }
}
