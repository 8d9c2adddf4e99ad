package dev.paylink.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.function.Function;

/**
 * Keeps token buckets by name: {@code capacity} tokens, refilled evenly over a minute. The same
 * name with another capacity is another bucket, so a changed limit applies at once.
 */
public interface Buckets {
  Duration PERIOD = Duration.ofMinutes(1);

  /** Runs the action on the bucket of that name; a new bucket is full. */
  <T> T use(String name, int capacity, Function<Bucket, T> action);

  /** Returns buckets of this node alone. */
  static Buckets local() {
    return local(TimeMeter.SYSTEM_NANOTIME);
  }

  static Buckets local(TimeMeter clock) {
    return new Local(clock);
  }

  static BucketConfiguration configuration(int capacity) {
    return BucketConfiguration.builder()
        .addLimit(limit -> limit.capacity(capacity).refillGreedy(capacity, PERIOD))
        .build();
  }

  /** Buckets in memory; a flood of invented names evicts old ones instead of filling the heap. */
  final class Local implements Buckets {
    private static final int MAX_AT_ONCE = 200_000;

    private final TimeMeter clock;
    private final Cache<String, Bucket> buckets =
        Caffeine.newBuilder()
            .maximumSize(MAX_AT_ONCE)
            .expireAfterAccess(PERIOD.multipliedBy(10))
            .build();

    Local(TimeMeter clock) {
      this.clock = clock;
    }

    @Override
    public <T> T use(String name, int capacity, Function<Bucket, T> action) {
      return action.apply(
          buckets.get(
              name + '/' + capacity,
              ignored ->
                  Bucket.builder()
                      .withCustomTimePrecision(clock)
                      .addLimit(limit -> limit.capacity(capacity).refillGreedy(capacity, PERIOD))
                      .build()));
    }
  }
}
