package dev.paylink.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Too many failures with one name from one source, or of one source, and that source waits. Nobody
 * at another address is ever affected.
 *
 * <p>A bucket that runs dry is pushed into debt for the pause, so nodes that share their buckets
 * share the penalty too. Who is waiting is remembered here, so that a call in good standing costs
 * no look at a shared bucket.
 */
public final class CoolingOff implements FailureLimiter {
  private static final int MAX_NAME = 100;
  private static final int MAX_WAITING = 100_000;
  private static final Duration MAX_PAUSE =
      Arrays.stream(Limit.values()).map(Limit::pause).max(Comparator.naturalOrder()).orElseThrow();

  private final Buckets buckets;
  private final LongSupplier nanoClock;
  private final Cache<String, Long> waitingUntilNanos =
      Caffeine.newBuilder()
          .maximumSize(MAX_WAITING)
          .expireAfterWrite(MAX_PAUSE.plusMinutes(1))
          .build();

  public CoolingOff(Buckets buckets) {
    this(buckets, System::nanoTime);
  }

  CoolingOff(Buckets buckets, LongSupplier nanoClock) {
    this.buckets = buckets;
    this.nanoClock = nanoClock;
  }

  @Override
  public long coolingOffSeconds(String source, String name) {
    return Math.max(
        coolingOffSeconds(Limit.FAILURES_OF_SOURCE, source),
        coolingOffSeconds(Limit.FAILURES_OF_NAME, pair(source, name)));
  }

  @Override
  public long coolingOffSeconds(Limit limit, String whom) {
    return waitingUntilNanos.asMap().isEmpty() ? 0 : waiting(limit.bucket(whom));
  }

  @Override
  public void failed(String source, String name) {
    failed(Limit.FAILURES_OF_SOURCE, source);
    failed(Limit.FAILURES_OF_NAME, pair(source, name));
  }

  @Override
  public void failed(Limit limit, String whom) {
    String name = limit.bucket(whom);
    long waitNanos =
        buckets.use(name, limit.perMinute(), bucket -> waitAfterFailure(bucket, limit));
    if (waitNanos > 0) {
      waitingUntilNanos.put(name, nanoClock.getAsLong() + waitNanos);
    }
  }

  /** Takes a token, the last one together with the pause; 0 when some are left. */
  private static long waitAfterFailure(Bucket bucket, Limit limit) {
    ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
    if (!probe.isConsumed()) {
      return probe.getNanosToWaitForReset(); // in debt already, perhaps by another node
    }
    if (probe.getRemainingTokens() > 0) {
      return 0;
    }
    // So deep that the bucket is full again exactly when the pause is over.
    bucket.consumeIgnoringRateLimits(limit.perMinute() * (limit.pause().toMinutes() - 1));
    return limit.pause().toNanos();
  }

  private long waiting(String name) {
    @Nullable Long until = waitingUntilNanos.getIfPresent(name);
    if (until == null) {
      return 0;
    }
    long left = until - nanoClock.getAsLong();
    return left <= 0 ? 0 : Math.ceilDiv(left, TimeUnit.SECONDS.toNanos(1));
  }

  private static String pair(String source, String name) {
    return source + ' ' + (name.length() > MAX_NAME ? name.substring(0, MAX_NAME) : name);
  }
}
