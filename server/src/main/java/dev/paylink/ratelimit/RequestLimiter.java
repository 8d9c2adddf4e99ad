package dev.paylink.ratelimit;

import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import io.github.bucket4j.ConsumptionProbe;
import java.util.concurrent.TimeUnit;

/** Takes one call from the budget of a key or a purpose: {@code limit} calls per 60 s. */
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

  /** As {@link #take}; 429 with this detail when nothing is left. */
  public void require(String key, int limit, String detail) {
    Budget budget = take(key, limit);
    if (!budget.allowed()) {
      throw new Refused(Problem.tooMany("RATE_LIMITED", detail, budget.retryAfterSeconds()));
    }
  }

  private static long secondsUp(long nanos) {
    return Math.ceilDiv(nanos, TimeUnit.SECONDS.toNanos(1));
  }
}
