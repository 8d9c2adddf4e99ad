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
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Reads a merchant's events in the order of their positions. Positions become visible in that order
 * and without gaps ({@link EventBook}), so a reader that goes on from the last one it has seen
 * misses none, whatever commits meanwhile.
 */
public final class EventFeed implements AutoCloseable {
  private static final String POSITION =
      "select position from event where id = :id and merchant_id = :merchant";
  static final String AFTER =
      """
      select id, body from event where merchant_id = :merchant and position > :position and position > 0
       order by position limit :limit
      """;

  /** How long an event of another node may stay unseen by a reader that waits. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

  private final Jdbi jdbi;
  private final EventSignal signal = new EventSignal();
  private volatile boolean closing;

  public EventFeed(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** An event and its bytes. */
  public record Item(EventId id, byte[] body) {}

  /** These merchants have new events, committed on this node. */
  public void recorded(Collection<MerchantId> merchants) {
    signal.recorded(merchants);
  }

  /**
   * The events after the given one, waiting a while for the first; null when the given one is no
   * event of this merchant.
   */
  public @Nullable List<Item> read(
      MerchantId merchant, @Nullable EventId after, int limit, Duration wait) {
    Long position = after == null ? Long.valueOf(0) : position(merchant, after);
    if (position == null) {
      return null;
    }
    long deadline = System.nanoTime() + wait.toNanos();
    while (true) {
      CompletableFuture<Void> news = signal.next(merchant);
      List<Item> items = jdbi.withHandle(handle -> find(handle, merchant, position, limit));
      long left = deadline - System.nanoTime();
      if (!items.isEmpty() || left <= 0 || closing) {
        return items;
      }
      await(news, Math.min(left, LOOK_AGAIN.toNanos()));
    }
  }

  /** Readers that wait are answered at once. */
  @Override
  public void close() {
    closing = true;
    signal.wakeAll();
  }

  private @Nullable Long position(MerchantId merchant, EventId id) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(POSITION)
                .bind("merchant", merchant)
                .bind("id", id)
                .mapTo(Long.class)
                .findOne()
                .orElse(null));
  }

  private static List<Item> find(Handle handle, MerchantId merchant, long position, int limit) {
    return handle
        .createQuery(AFTER)
        .bind("merchant", merchant)
        .bind("position", position)
        .bind("limit", limit)
        .map(row -> new Item(row.getColumn(1, EventId.class), row.getColumn(2, byte[].class)))
        .list();
  }

  private static void await(CompletableFuture<Void> news, long nanos) {
    try {
      news.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // Nothing here; another node may have recorded something.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for events", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a signal does not fail", e);
    }
  }
}
