package dev.paylink.ratelimit;

import dev.paylink.platform.redis.Redis;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Buckets that all nodes share, kept in Redis under {@code paylink:limit:…} while they are in use.
 * While Redis is away each node counts for itself: an unavailable limiter must stop neither the
 * payments nor the limiting.
 */
public final class RedisBuckets implements Buckets {
  private static final String PREFIX = "paylink:limit:";

  private static final String AWAY = "until it is back, this node counts rate limits on its own";

  private final Redis redis;
  private final Supplier<ProxyManager<String>> manager;
  private final Buckets own = Buckets.local();

  public RedisBuckets(Redis redis) {
    this.redis = redis;
    this.manager =
        redis.connect(
            RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE),
            AWAY,
            connection -> manager(connection, redis.timeout()));
  }

  private static ProxyManager<String> manager(
      StatefulRedisConnection<String, byte[]> connection, Duration timeout) {
    return Bucket4jLettuce.casBasedBuilder(connection)
        .expirationAfterWrite(
            ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(PERIOD))
        .requestTimeout(timeout)
        .build();
  }

  @Override
  public <T> T use(String name, int capacity, Duration period, Function<Bucket, T> action) {
    try {
      T result =
          action.apply(
              manager
                  .get()
                  .builder()
                  .build(
                      PREFIX + name + '/' + capacity,
                      () -> Buckets.configuration(capacity, period)));
      redis.answered();
      return result;
    } catch (RuntimeException e) {
      redis.away(AWAY, e);
      return own.use(name, capacity, period, action);
    }
  }
}
