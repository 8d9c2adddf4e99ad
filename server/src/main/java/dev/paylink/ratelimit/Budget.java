package dev.paylink.ratelimit;

/** What is left of a key's budget after one call took from it. */
public record Budget(
    boolean allowed, int limit, long remaining, long secondsToFull, long retryAfterSeconds) {

  /** The {@code RateLimit-Policy} header. */
  public String policyHeader() {
    return "\"key\";q=" + limit + ";w=" + Buckets.PERIOD.toSeconds();
  }

  /** The {@code RateLimit} header. */
  public String stateHeader() {
    return "\"key\";r=" + remaining + ";t=" + secondsToFull;
  }
}
