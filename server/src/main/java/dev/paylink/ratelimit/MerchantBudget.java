package dev.paylink.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The budget that all keys of a merchant share, in addition to the one of each key: fifty keys do
 * not have fifty times the budget.
 *
 * <ul>
 *   <li>A node takes a hundredth of it at once from the bucket, which nodes may share, and counts
 *       the calls down in memory. So hardly any call waits for the bucket.
 *   <li>Taken together, the nodes never allow more than the bucket has. Each of them may hold back
 *       what is left of one portion.
 * </ul>
 */
public final class MerchantBudget {
  private static final int PORTIONS = 100;
  private static final int MAX_AT_ONCE = 200_000;
  private static final Duration KEPT = Buckets.PERIOD.multipliedBy(10);

  private final Buckets buckets;
  private final int perMinute;
  private final int portion;
  private final Cache<Object, AtomicInteger> left =
      Caffeine.newBuilder().maximumSize(MAX_AT_ONCE).expireAfterAccess(KEPT).build();

  /**
   * @param perMinute how many calls a minute all keys of a merchant may make together
   */
  public MerchantBudget(Buckets buckets, int perMinute) {
    this.buckets = buckets;
    this.perMinute = perMinute;
    this.portion = Math.max(1, perMinute / PORTIONS);
  }

  public int perMinute() {
    return perMinute;
  }

  /** Takes one call; returns 0, or after how many seconds there is another one. */
  public long take(Object merchant) {
    AtomicInteger rest = left.get(merchant, ignored -> new AtomicInteger());
    if (rest.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      return 0;
    }
    if (portion > 1 && probe(merchant, portion).isConsumed()) {
      rest.addAndGet(portion - 1);
      return 0;
    }
    ConsumptionProbe one = probe(merchant, 1);
    return one.isConsumed()
        ? 0
        : Math.ceilDiv(one.getNanosToWaitForRefill(), TimeUnit.SECONDS.toNanos(1));
  }

  private ConsumptionProbe probe(Object merchant, int calls) {
    return buckets.use(
        "merchant " + merchant, perMinute, bucket -> bucket.tryConsumeAndReturnRemaining(calls));
  }
}
