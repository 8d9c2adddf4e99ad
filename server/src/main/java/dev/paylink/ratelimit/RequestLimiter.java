package dev.paylink.ratelimit;

import dev.paylink.platform.error.Rejection;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Takes one call from the budget of an API key, or from one of the {@link Limit}s. */
public final class RequestLimiter {
  private final Buckets buckets;

  public RequestLimiter(Buckets buckets) {
    this.buckets = buckets;
  }

  /** Takes one call from an API key's own budget. */
  public Budget take(String key, int perMinute) {
    return take(key, perMinute, Buckets.PERIOD);
  }

  private Budget take(String name, int most, Duration period) {
    ConsumptionProbe probe =
        buckets.use(name, most, period, bucket -> bucket.tryConsumeAndReturnRemaining(1));
    return new Budget(
        probe.isConsumed(),
        most,
        probe.getRemainingTokens(),
        secondsUp(probe.getNanosToWaitForReset()),
        secondsUp(probe.getNanosToWaitForRefill()));
  }

  /** Takes one call from the limit of a merchant, a payment, a session or an address. */
  public Budget take(Limit limit, Object whom) {
    return take(limit.bucket(whom), limit.most(), limit.period());
  }

  /** Takes one call as {@link #take(Limit, Object)} does; 429 if nothing is left. */
  public void require(Limit limit, Object whom) {
    Budget budget = take(limit, whom);
    if (!budget.allowed()) {
      throw new Rejection(LimitError.RATE_LIMITED, limit.message())
          .retryAfter(budget.retryAfterSeconds());
    }
  }

  private static long secondsUp(long nanos) {
    return Math.ceilDiv(nanos, TimeUnit.SECONDS.toNanos(1));
  }
}
