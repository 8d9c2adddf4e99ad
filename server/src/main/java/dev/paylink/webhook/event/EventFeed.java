package dev.paylink.webhook.event;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.queue.KeySignal;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Reads a merchant's events in the order of their positions. Positions become visible in that order
 * and without gaps ({@link EventBook}), so a reader that continues from the last one it has seen
 * misses none, whatever commits in the meantime.
 */
public final class EventFeed implements AutoCloseable {
  private final EventQueries queries = new EventQueries();
  private final Jdbi jdbi;
  private final KeySignal<MerchantId> signal = new KeySignal<>();

  public EventFeed(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** An event and its bytes. */
  public record Item(EventId id, byte[] body) {}

  /** Tells that these merchants have new events, committed on this node. */
  public void recorded(Collection<MerchantId> merchants) {
    signal.news(merchants);
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
    return signal.await(
        merchant,
        wait,
        () -> jdbi.withHandle(handle -> queries.after(handle, merchant, position, limit)),
        items -> !items.isEmpty());
  }

  /** Closes the feed; waiting readers are answered at once. */
  @Override
  public void close() {
    signal.close();
  }
}
