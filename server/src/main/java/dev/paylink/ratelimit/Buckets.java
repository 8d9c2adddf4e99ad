package dev.paylink.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import java.time.Duration;

/**
 * Gives the token bucket of a name: {@code capacity} tokens, refilled evenly over a minute. The
 * same name with another capacity is another bucket, so a changed limit counts at once.
 */
public interface Buckets {
  Duration PERIOD = Duration.ofMinutes(1);

  Bucket bucket(String name, int capacity);

  /** Buckets of this node alone. */
  static Buckets local() {
    int mostAtOnce = 200_000; // a flood of invented names evicts, it does not fill the heap
    Cache<String, Bucket> buckets =
        Caffeine.newBuilder()
            .maximumSize(mostAtOnce)
            .expireAfterAccess(PERIOD.multipliedBy(10))
            .build();
    return (name, capacity) ->
        buckets.get(
            name + '/' + capacity,
            ignored ->
                Bucket.builder()
                    .addLimit(limit -> limit.capacity(capacity).refillGreedy(capacity, PERIOD))
                    .build());
  }

  static BucketConfiguration configuration(int capacity) {
    return BucketConfiguration.builder()
        .addLimit(limit -> limit.capacity(capacity).refillGreedy(capacity, PERIOD))
        .build();
  }
}
