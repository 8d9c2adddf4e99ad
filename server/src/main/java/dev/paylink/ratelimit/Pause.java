package dev.paylink.ratelimit;

import dev.paylink.platform.error.Rejection;

/** The limit that was reached, and how long every call is refused because of it. */
public record Pause(Limit limit, long seconds) {

  /** Returns the 429 that says what is paused. */
  public Rejection refused() {
    return new Rejection(LimitError.TOO_MANY_AUTH_FAILURES, limit.paused(seconds))
        .retryAfter(seconds);
  }
}
