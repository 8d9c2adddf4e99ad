package dev.paylink.ratelimit;

/** Slows down those who guess credentials. */
public interface FailureLimiter {
  /** Seconds until this source may present this name again; 0 when it may now. */
  long coolingOffSeconds(String source, String name);

  /** Counts one failed authentication. */
  void failed(String source, String name);
}
