package dev.paylink.ratelimit;

/** The rest of a key's budget after one call. */
public record Budget(
    boolean allowed, int limit, long remaining, long secondsToFull, long retryAfterSeconds) {

  /** Returns the {@code RateLimit-Policy} header. */
  public String policyHeader() {
    return "\"key\";q=" + limit + ";w=" + Buckets.PERIOD.toSeconds();
  }

  /** Returns the {@code RateLimit} header. */
  public String stateHeader() {
    return "\"key\";r=" + remaining + ";t=" + secondsToFull;
  }
}
