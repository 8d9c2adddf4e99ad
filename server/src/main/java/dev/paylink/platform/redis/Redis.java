package dev.paylink.platform.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.RedisCodec;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A Redis that nobody waits for: a command fails within {@link #TIMEOUT}, or within what its
 * address says as {@code ?timeout=1s}, and at once while the connection is down, also before the
 * first connection. Callers go on without it, and report that through {@link #away} and {@link
 * #answered}.
 */
public final class Redis implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMillis(250);

  private static final Logger LOG = System.getLogger(Redis.class.getName());
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration CONNECT_AGAIN = Duration.ofSeconds(1);
  private static final Duration REPEAT = Duration.ofMinutes(1);

  /** A slow Redis is well again when nothing was slow for this long. */
  private static final Duration QUIET = Duration.ofSeconds(5);

  private final RedisClient client;
  private final Duration timeout;
  private final Map<String, Long> told = new HashMap<>(); // also the lock of what follows
  private volatile boolean away;
  private boolean lastWasSlow;
  private long beganNanos;
  private long failedNanos;
  private long failures;
  private volatile boolean closed;

  public Redis(String url) {
    RedisURI uri = RedisURI.create(url);
    this.timeout = url.contains("timeout=") ? uri.getTimeout() : TIMEOUT;
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

  /**
   * Logs what it means that Redis is away or too slow: once for each meaning when it begins, then
   * once a minute.
   */
  public void away(String meaning, RuntimeException cause) {
    boolean slow = isSlow(cause);
    String how = slow ? "Redis answers too slowly; " : "Redis is unreachable; ";
    synchronized (told) {
      long now = System.nanoTime();
      failures++;
      failedNanos = now;
      lastWasSlow = slow;
      if (!away) {
        away = true;
        beganNanos = now;
        failures = 1;
        told.clear();
      }
      Long last = told.get(meaning);
      if (last == null || now - last >= REPEAT.toNanos()) {
        told.put(meaning, now);
        LOG.log(Level.WARNING, how + meaning + ": " + reason(cause));
      }
    }
  }

  /** Returns how long a command may take. */
  public Duration timeout() {
    return timeout;
  }

  /** Tells whether the last use found Redis away or too slow. */
  public boolean isAway() {
    return away;
  }

  /** Notes that Redis has answered; the log says so once it is neither away nor slow any more. */
  public void answered() {
    if (away) {
      reachable();
    }
  }

  private void reachable() {
    synchronized (told) {
      long now = System.nanoTime();
      if (away && (!lastWasSlow || now - failedNanos >= QUIET.toNanos())) {
        away = false;
        LOG.log(
            Level.INFO,
            "Redis is reachable, after {0} s and {1} uses without it",
            Duration.ofNanos(now - beganNanos).toSeconds(),
            failures);
      }
    }
  }

  /** Tells whether Redis was connected and did not answer in time. */
  private static boolean isSlow(Throwable cause) {
    return cause instanceof RedisCommandTimeoutException
        || cause instanceof io.github.bucket4j.TimeoutException
        || cause.getCause() instanceof TimeoutException;
  }

  private static String reason(Throwable cause) {
    String message = cause.getMessage();
    return message == null
        ? cause.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
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
      connection.setTimeout(timeout);
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
