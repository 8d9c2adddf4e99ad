package dev.paylink.bench.webhooks;

/**
 * One outcome to report: when it is due, when it was sent, and when its webhook had arrived. All by
 * {@link System#nanoTime}, since generator and receiver are one process.
 */
final class Outcome {
  private final Endpoint endpoint;
  private final long dueNanos;
  private volatile long sentNanos;
  private volatile long receivedNanos;
  private volatile boolean received;

  Outcome(Endpoint endpoint, long dueNanos) {
    this.endpoint = endpoint;
    this.dueNanos = dueNanos;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  long dueNanos() {
    return dueNanos;
  }

  void sent(long nanos) {
    sentNanos = nanos;
  }

  void received(long nanos) {
    receivedNanos = nanos;
    received = true;
  }

  boolean isReceived() {
    return received;
  }

  long receivedNanos() {
    return receivedNanos;
  }

  /** How late the generator was; part of {@link #tookNanos}. */
  long sentLateNanos() {
    return sentNanos - dueNanos;
  }

  /** From the moment it was due, so that a generator that was held up counts against us. */
  long tookNanos() {
    return receivedNanos - dueNanos;
  }
}
