package dev.paylink.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.function.Function;

/**
 * Keeps token buckets by name: {@code capacity} tokens, refilled evenly over a minute or a day. The
 * same name with another capacity is another bucket, so a changed limit applies at once.
 */
public interface Buckets {
  Duration PERIOD = Duration.ofMinutes(1);
  Duration DAY = Duration.ofDays(1);

  /** Runs the action on the bucket of that name; a new bucket is full. */
  <T> T use(String name, int capacity, Duration period, Function<Bucket, T> action);

  /** Runs the action on a bucket that refills within a minute. */
  default <T> T use(String name, int capacity, Function<Bucket, T> action) {
    return use(name, capacity, PERIOD, action);
  }

  /** Returns buckets of this node alone. */
  static Buckets local() {
    return local(TimeMeter.SYSTEM_NANOTIME);
  }

  static Buckets local(TimeMeter clock) {
    return new Local(clock);
  }

  static BucketConfiguration configuration(int capacity, Duration period) {
    return BucketConfiguration.builder()
        .addLimit(limit -> limit.capacity(capacity).refillGreedy(capacity, period))
        .build();
  }

  /** Buckets in memory; a flood of invented names evicts old ones instead of filling the heap. */
  final class Local implements Buckets {
    private static final int MAX_AT_ONCE = 200_000;

    private final TimeMeter clock;
    private final Cache<String, Bucket> ofMinutes = cache(PERIOD.multipliedBy(10));

    /** Apart, so that a flood of names in one evicts none of the other. */
    private final Cache<String, Bucket> ofDays = cache(DAY);

    Local(TimeMeter clock) {
      this.clock = clock;
    }

    private static Cache<String, Bucket> cache(Duration kept) {
      return Caffeine.newBuilder().maximumSize(MAX_AT_ONCE).expireAfterAccess(kept).build();
    }

    @Override
    public <T> T use(String name, int capacity, Duration period, Function<Bucket, T> action) {
      Cache<String, Bucket> buckets = period.equals(PERIOD) ? ofMinutes : ofDays;
      return action.apply(
          buckets.get(
              name + '/' + capacity,
              ignored ->
                  Bucket.builder()
                      .withCustomTimePrecision(clock)
                      .addLimit(limit -> limit.capacity(capacity).refillGreedy(capacity, period))
                      .build()));
    }
  }
}
