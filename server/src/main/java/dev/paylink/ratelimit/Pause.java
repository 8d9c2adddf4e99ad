package dev.paylink.ratelimit;

import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;

/** The limit that was reached, and how long every call is refused because of it. */
public record Pause(Limit limit, long seconds) {

  /** Returns the 429 that says what is paused. */
  public Refused refused() {
    return new Refused(Problem.tooMany("TOO_MANY_AUTH_FAILURES", limit.paused(seconds), seconds));
  }
}
