package dev.paylink.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ten failures a minute for one name from one source, or fifty from one source, and that source
 * waits five minutes. Nobody at another address is ever affected.
 *
 * <p>A bucket that runs dry is pushed five minutes into debt, so nodes that share their buckets
 * share the penalty too. Who is waiting is remembered here, so that a call in good standing costs
 * no look at a shared bucket.
 */
public final class CoolingOff implements FailureLimiter {
  private static final int PER_NAME = 10;
  private static final int PER_SOURCE = 50;
  private static final int PENALTY_MINUTES = 5;
  private static final int MAX_NAME = 100;

  private final Buckets buckets;
  private final LongSupplier nanoClock;
  private final Cache<String, Long> waitingUntilNanos =
      Caffeine.newBuilder()
          .maximumSize(100_000)
          .expireAfterWrite(Duration.ofMinutes(PENALTY_MINUTES + 1))
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
    if (waitingUntilNanos.asMap().isEmpty()) {
      return 0;
    }
    return Math.max(waiting(source), waiting(pair(source, name)));
  }

  @Override
  public void failed(String source, String name) {
    count(source, PER_SOURCE);
    count(pair(source, name), PER_NAME);
  }

  private void count(String who, int perMinute) {
    long waitNanos =
        buckets.use("failures " + who, perMinute, bucket -> waitAfterFailure(bucket, perMinute));
    if (waitNanos > 0) {
      waitingUntilNanos.put(who, nanoClock.getAsLong() + waitNanos);
    }
  }

  /** Takes a token, the last one together with the penalty; 0 when some are left. */
  private static long waitAfterFailure(Bucket bucket, int perMinute) {
    ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
    if (!probe.isConsumed()) {
      return probe.getNanosToWaitForReset(); // in debt already, perhaps by another node
    }
    if (probe.getRemainingTokens() > 0) {
      return 0;
    }
    // So deep that the bucket is full again exactly when the penalty is over.
    bucket.consumeIgnoringRateLimits((long) perMinute * (PENALTY_MINUTES - 1));
    return TimeUnit.MINUTES.toNanos(PENALTY_MINUTES);
  }

  private long waiting(String who) {
    @Nullable Long until = waitingUntilNanos.getIfPresent(who);
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
