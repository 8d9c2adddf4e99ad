package dev.paylink.ratelimit;

import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;

/** Says which limit was reached, and how long nothing is let through because of it. */
public record Pause(Limit limit, long seconds) {

  /** The 429 that says what is paused. */
  public Refused refused() {
    return new Refused(
        Problem.tooMany(
            "TOO_MANY_AUTH_FAILURES", limit.detail() + " for " + seconds + " s", seconds));
  }
}
