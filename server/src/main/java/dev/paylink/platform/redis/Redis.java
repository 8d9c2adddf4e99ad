package dev.paylink.platform.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.RedisCodec;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A Redis that nobody waits for: a command fails within {@link #TIMEOUT}, and at once while the
 * connection is down. Whoever uses it goes on without, and says so through {@link #away}.
 */
public final class Redis implements AutoCloseable {
  public static final Duration TIMEOUT = Duration.ofMillis(250);

  private static final Logger LOG = System.getLogger(Redis.class.getName());
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration WARN_EVERY = Duration.ofSeconds(10);

  private final RedisClient client;
  private final Map<String, Long> warnedAtNanos = new ConcurrentHashMap<>();

  public Redis(String url) {
    RedisURI uri = RedisURI.create(url);
    uri.setTimeout(CONNECT_TIMEOUT);
    this.client = RedisClient.create(uri);
    // While Redis is away each call fails at once instead of queueing behind the reconnect.
    client.setOptions(
        ClientOptions.builder()
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .build());
  }

  /** Throws when it cannot be reached; later it reconnects by itself. */
  public <V> StatefulRedisConnection<String, V> connect(RedisCodec<String, V> codec) {
    StatefulRedisConnection<String, V> connection = client.connect(codec);
    connection.setTimeout(TIMEOUT);
    return connection;
  }

  /** Logs what its absence means, once in a while. */
  public void away(String meaning, RuntimeException cause) {
    long now = System.nanoTime();
    long noted =
        warnedAtNanos.compute(
            meaning,
            (same, last) -> last == null || now - last >= WARN_EVERY.toNanos() ? now : last);
    if (noted == now) {
      LOG.log(Level.WARNING, "Redis is away; " + meaning, cause);
    }
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
  }
}
