package dev.paylink.ratelimit;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Buckets that all nodes share, kept in Redis under {@code paylink:limit:…} while they are in use.
 * While Redis is away each node counts for itself: a limiter that is down must stop neither the
 * payments nor the limiting.
 */
public final class RedisBuckets implements Buckets, AutoCloseable {
  private static final Logger LOG = System.getLogger(RedisBuckets.class.getName());
  private static final String PREFIX = "paylink:limit:";
  private static final Duration TIMEOUT = Duration.ofMillis(250);
  private static final long WARN_EVERY_NANOS = Duration.ofSeconds(10).toNanos();

  private final RedisClient client;
  private final ProxyManager<String> manager;
  private final Buckets own = Buckets.local();
  private final AtomicLong warnedAtNanos = new AtomicLong(System.nanoTime() - WARN_EVERY_NANOS);

  public RedisBuckets(String url) {
    RedisURI uri = RedisURI.create(url);
    uri.setTimeout(TIMEOUT);
    this.client = RedisClient.create(uri);
    // While Redis is away each call fails at once instead of queueing behind the reconnect.
    client.setOptions(
        ClientOptions.builder()
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .build());
    StatefulRedisConnection<String, byte[]> connection =
        client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE));
    this.manager =
        Bucket4jLettuce.casBasedBuilder(connection)
            .expirationAfterWrite(
                ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(PERIOD))
            .requestTimeout(TIMEOUT)
            .build();
  }

  @Override
  public <T> T use(String name, int capacity, Function<Bucket, T> action) {
    try {
      return action.apply(
          manager
              .builder()
              .build(PREFIX + name + '/' + capacity, () -> Buckets.configuration(capacity)));
    } catch (RuntimeException e) {
      warn(e);
      return own.use(name, capacity, action);
    }
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
  }

  private void warn(RuntimeException e) {
    long last = warnedAtNanos.get();
    long now = System.nanoTime();
    if (now - last >= WARN_EVERY_NANOS && warnedAtNanos.compareAndSet(last, now)) {
      LOG.log(Level.WARNING, "Redis is away; this node counts its rate limits alone", e);
    }
  }
}
