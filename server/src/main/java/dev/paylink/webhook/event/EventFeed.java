package dev.paylink.webhook.event;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Reads a merchant's events in the order of their positions. Positions become visible in that order
 * and without gaps ({@link EventBook}), so a reader that continues from the last one it has seen
 * misses none, whatever commits in the meantime.
 */
public final class EventFeed implements AutoCloseable {
  /** How long an event of another node may stay unseen by a waiting reader. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

  private final EventQueries queries = new EventQueries();
  private final Jdbi jdbi;
  private final EventSignal signal = new EventSignal();
  private volatile boolean closing;

  public EventFeed(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** An event and its bytes. */
  public record Item(EventId id, byte[] body) {}

  /** Tells that these merchants have new events, committed on this node. */
  public void recorded(Collection<MerchantId> merchants) {
    signal.recorded(merchants);
  }

  /**
   * Returns the events after the given one, waiting a while for the first; null if the given one is
   * not an event of this merchant.
   */
  public @Nullable List<Item> read(
      MerchantId merchant, @Nullable EventId after, int limit, Duration wait) {
    Long position =
        after == null
            ? Long.valueOf(0)
            : jdbi.withHandle(handle -> queries.position(handle, merchant, after));
    if (position == null) {
      return null;
    }
    long deadline = System.nanoTime() + wait.toNanos();
    while (true) {
      CompletableFuture<Void> news = signal.next(merchant);
      List<Item> items =
          jdbi.withHandle(handle -> queries.after(handle, merchant, position, limit));
      long left = deadline - System.nanoTime();
      if (!items.isEmpty() || left <= 0 || closing) {
        return items;
      }
      await(news, Math.min(left, LOOK_AGAIN.toNanos()));
    }
  }

  /** Closes the feed; waiting readers are answered at once. */
  @Override
  public void close() {
    closing = true;
    signal.wakeAll();
  }

  private static void await(CompletableFuture<Void> news, long nanos) {
    try {
      news.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // Nothing on this node; another node may have recorded something.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for events", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a signal does not fail", e);
    }
  }
}
