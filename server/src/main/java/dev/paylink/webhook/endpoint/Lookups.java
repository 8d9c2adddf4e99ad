package dev.paylink.webhook.endpoint;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Looks names up without holding a caller longer than it wants to wait. A lookup blocks its thread
 * in native code and cannot be interrupted, so it runs on a few dedicated platform threads; callers
 * of one name share one lookup, so that a name that hangs holds one thread.
 */
final class Lookups implements AutoCloseable {
  private static final int MAX_THREADS = 64;
  private static final int MAX_WAITING = 1024;
  private static final long IDLE_SECONDS = 30;

  /** What the C library says when no name server answered, or one that is itself in trouble. */
  private static final Pattern NO_ANSWER =
      Pattern.compile("temporary failure|try again|system error", Pattern.CASE_INSENSITIVE);

  private final Resolver resolver;
  private final ThreadPoolExecutor pool;
  private final ConcurrentHashMap<String, CompletableFuture<List<InetAddress>>> underWay =
      new ConcurrentHashMap<>();

  Lookups(Resolver resolver) {
    this(resolver, MAX_THREADS, MAX_WAITING);
  }

  Lookups(Resolver resolver, int maxThreads, int maxWaiting) {
    this.resolver = resolver;
    this.pool =
        new ThreadPoolExecutor(
            maxThreads,
            maxThreads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(maxWaiting),
            Thread.ofPlatform().name("webhook-lookup-", 0).daemon().factory());
    pool.allowCoreThreadTimeOut(true);
  }

  /** Returns all addresses of the name, at least one. */
  List<InetAddress> find(String name, Duration patience) throws NotDialled {
    try {
      return shared(name).get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } catch (TimeoutException e) {
      throw NotDialled.resolverAway("the DNS lookup timed out");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotDialled("interrupted");
    }
  }

  /** Tells a name that does not exist from a name server that does not answer. */
  private static NotDialled failure(@Nullable Throwable cause) {
    if (cause instanceof NotDialled known) {
      return known.isResolverAway()
          ? NotDialled.resolverAway(known.why())
          : new NotDialled(known.why());
    }
    String message = cause == null ? null : cause.getMessage();
    return message != null && NO_ANSWER.matcher(message).find()
        ? NotDialled.resolverAway("the name server does not answer")
        : new NotDialled("the name does not resolve");
  }

  /** Stops without waiting for threads that hang in a lookup; they end by themselves. */
  @Override
  public void close() {
    pool.shutdownNow();
    underWay
        .values()
        .forEach(lookup -> lookup.completeExceptionally(new NotDialled("shutting down")));
  }

  private CompletableFuture<List<InetAddress>> shared(String name) {
    CompletableFuture<List<InetAddress>> mine = new CompletableFuture<>();
    CompletableFuture<List<InetAddress>> another = underWay.putIfAbsent(name, mine);
    if (another != null) {
      return another;
    }
    try {
      pool.execute(() -> resolve(name, mine));
    } catch (RejectedExecutionException e) {
      underWay.remove(name, mine);
      mine.completeExceptionally(NotDialled.resolverAway("too many DNS lookups are running"));
    }
    return mine;
  }

  private void resolve(String name, CompletableFuture<List<InetAddress>> lookup) {
    try {
      List<InetAddress> addresses = List.copyOf(resolver.resolve(name));
      underWay.remove(name, lookup); // first, so that later callers ask again
      if (addresses.isEmpty()) {
        throw new NotDialled("the name does not resolve");
      }
      lookup.complete(addresses);
    } catch (Exception | Error e) {
      underWay.remove(name, lookup);
      lookup.completeExceptionally(e);
    }
  }
}
