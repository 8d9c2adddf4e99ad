package dev.paylink.ratelimit;

import io.github.bucket4j.ConsumptionProbe;
import java.util.concurrent.TimeUnit;

/** Takes one call from the budget of an API key: {@code limit} calls per 60 s. */
public final class RequestLimiter {
  private final Buckets buckets;

  public RequestLimiter(Buckets buckets) {
    this.buckets = buckets;
  }

  public Budget take(String key, int limit) {
    ConsumptionProbe probe =
        buckets.use(key, limit, bucket -> bucket.tryConsumeAndReturnRemaining(1));
    return new Budget(
        probe.isConsumed(),
        limit,
        probe.getRemainingTokens(),
        secondsUp(probe.getNanosToWaitForReset()),
        secondsUp(probe.getNanosToWaitForRefill()));
  }

  private static long secondsUp(long nanos) {
    return Math.ceilDiv(nanos, TimeUnit.SECONDS.toNanos(1));
  }
}
