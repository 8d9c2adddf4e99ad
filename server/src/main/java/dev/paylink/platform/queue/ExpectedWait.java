package dev.paylink.platform.queue;

import java.time.Duration;

/**
 * Tells how many questions may wait so that the last of them is answered in time, as fast as the
 * last batches were.
 *
 * <ul>
 *   <li>Only a full batch tells what a question costs under load; a smaller one costs mostly its
 *       round trip, and tells no more than that a question costs at most so much.
 *   <li>Two batches may always wait: a burst that comes together is not refused for what was slow
 *       before it.
 * </ul>
 */
final class ExpectedWait {
  /** The weight of the newest full batch: about ten of them forget what was before. */
  private static final double NEWEST = 0.2;

  private final long mostNanos;
  private final int fullBatch;
  private final int capacity;
  private double nanosEach;

  ExpectedWait(Duration most, int fullBatch, int capacity) {
    this.mostNanos = most.toNanos();
    this.fullBatch = fullBatch;
    this.capacity = capacity;
  }

  /** Learns from a batch that took so long; returns how many may wait from now on. */
  int after(int questions, long nanos) {
    double each = (double) nanos / questions;
    if (questions >= fullBatch) {
      nanosEach = nanosEach == 0 ? each : nanosEach + NEWEST * (each - nanosEach);
    } else {
      nanosEach = Math.min(nanosEach, each);
    }
    if (nanosEach == 0) {
      return capacity;
    }
    return (int) Math.clamp(mostNanos / nanosEach, Math.min(2 * fullBatch, capacity), capacity);
  }
}
