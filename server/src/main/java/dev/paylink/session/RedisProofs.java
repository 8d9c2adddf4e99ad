package dev.paylink.session;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Used proofs that all nodes share, kept in Redis under {@code paylink:proof:…} while they could be
 * used again. Each node also remembers its own, so that while Redis is away a proof can at worst be
 * used once on each node, and polls go on.
 */
final class RedisProofs implements UsedProofs, AutoCloseable {
  private static final Logger LOG = System.getLogger(RedisProofs.class.getName());
  private static final String PREFIX = "paylink:proof:";
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofMillis(250);
  private static final long WARN_EVERY_NANOS = Duration.ofSeconds(10).toNanos();

  private final RedisClient client;
  private final RedisCommands<String, String> redis;
  private final UsedProofs own = new Local();
  private final AtomicLong warnedAtNanos = new AtomicLong(System.nanoTime() - WARN_EVERY_NANOS);

  RedisProofs(String url) {
    RedisURI uri = RedisURI.create(url);
    uri.setTimeout(CONNECT_TIMEOUT);
    this.client = RedisClient.create(uri);
    // While Redis is away each call fails at once instead of queueing behind the reconnect.
    client.setOptions(
        ClientOptions.builder()
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .build());
    StatefulRedisConnection<String, String> connection = client.connect();
    connection.setTimeout(TIMEOUT);
    this.redis = connection.sync();
  }

  @Override
  public boolean claim(Proof proof) {
    return own.claim(proof) && claimForAll(proof);
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
  }

  private boolean claimForAll(Proof proof) {
    try {
      SetArgs onlyFirst = SetArgs.Builder.nx().px(REMEMBERED);
      return "OK".equals(redis.set(PREFIX + proof.id(), "", onlyFirst));
    } catch (RuntimeException e) {
      warn(e);
      return true; // this node has not seen it
    }
  }

  private void warn(RuntimeException e) {
    long last = warnedAtNanos.get();
    long now = System.nanoTime();
    if (now - last >= WARN_EVERY_NANOS && warnedAtNanos.compareAndSet(last, now)) {
      LOG.log(Level.WARNING, "Redis is away; this node remembers used DPoP proofs alone", e);
    }
  }
}
