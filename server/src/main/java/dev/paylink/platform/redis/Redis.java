package dev.paylink.platform.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.RedisCodec;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A Redis that nobody waits for: a command fails within {@link #TIMEOUT}, and at once while the
 * connection is down, also before the first connection. Callers go on without it, and report that
 * through {@link #away} and {@link #answered}.
 */
public final class Redis implements AutoCloseable {
  public static final Duration TIMEOUT = Duration.ofMillis(250);

  private static final Logger LOG = System.getLogger(Redis.class.getName());
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration CONNECT_AGAIN = Duration.ofSeconds(1);
  private static final Duration WARN_EVERY = Duration.ofSeconds(10);

  private final RedisClient client;
  private final Map<String, Long> warnedAtNanos = new ConcurrentHashMap<>();
  private volatile boolean away;
  private volatile boolean closed;

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

  /**
   * Connects, and creates a client from the connection: now or, if Redis is away, as soon as it is
   * available. The supplier throws until then. Afterwards the connection repairs itself.
   *
   * @param meaning what it means for the node when Redis is away, for the log
   */
  public <V, T> Supplier<T> connect(
      RedisCodec<String, V> codec,
      String meaning,
      Function<StatefulRedisConnection<String, V>, T> make) {
    Link<V, T> link = new Link<>(codec, make);
    try {
      link.connect();
    } catch (RuntimeException e) {
      away(meaning, e);
      Thread.ofVirtual().name("redis-connect").start(link::connectLater);
    }
    return link;
  }

  /** Logs what the absence of Redis means, at a limited rate. */
  public void away(String meaning, RuntimeException cause) {
    long now = System.nanoTime();
    long noted =
        warnedAtNanos.compute(
            meaning,
            (same, last) -> last == null || now - last >= WARN_EVERY.toNanos() ? now : last);
    if (noted == now) {
      away = true;
      String message = "Redis is unreachable; " + meaning;
      if (cause instanceof RedisException) {
        LOG.log(Level.WARNING, message + ": " + cause.getMessage());
      } else {
        LOG.log(Level.WARNING, message, cause);
      }
    }
  }

  /** Notes that Redis has answered; says so in the log if the log says that it is away. */
  public void answered() {
    if (away) {
      away = false;
      LOG.log(Level.INFO, "Redis is reachable");
    }
  }

  /** Returns in one line why the Redis at this address does not answer; null if it does. */
  public static @Nullable String unreachable(String url) {
    RedisURI uri = RedisURI.create(url);
    uri.setTimeout(CONNECT_TIMEOUT);
    RedisClient client = RedisClient.create(uri);
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      connection.sync().ping();
      return null;
    } catch (RedisException e) {
      Throwable cause = e.getCause();
      return String.valueOf(cause == null ? e.getMessage() : cause.getMessage());
    } finally {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }
  }

  @Override
  public void close() {
    closed = true;
    client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
  }

  private final class Link<V, T> implements Supplier<T> {
    private final RedisCodec<String, V> codec;
    private final Function<StatefulRedisConnection<String, V>, T> make;
    private volatile @Nullable T made;

    Link(RedisCodec<String, V> codec, Function<StatefulRedisConnection<String, V>, T> make) {
      this.codec = codec;
      this.make = make;
    }

    @Override
    public T get() {
      T there = made;
      if (there == null) {
        throw new RedisConnectionException("not connected since the start");
      }
      return there;
    }

    void connect() {
      StatefulRedisConnection<String, V> connection = client.connect(codec);
      connection.setTimeout(TIMEOUT);
      made = make.apply(connection);
    }

    void connectLater() {
      while (made == null) {
        LockSupport.parkNanos(CONNECT_AGAIN.toNanos());
        if (closed) {
          return;
        }
        try {
          connect();
          answered();
        } catch (RuntimeException e) {
          LOG.log(Level.DEBUG, "Redis is still unreachable", e);
        }
      }
    }
  }
}
