package dev.paylink.ratelimit;

/** Slows down those who guess credentials. */
public interface FailureLimiter {
  /** Seconds until this source may present this name again; 0 when it may now. */
  long coolingOffSeconds(String source, String name);

  /** Counts one failed authentication. */
  void failed(String source, String name);

  /** Seconds until the limit's pause is over for this one; 0 when there is none. */
  long coolingOffSeconds(Limit limit, String whom);

  /** Counts one failure of this one. */
  void failed(Limit limit, String whom);
}
