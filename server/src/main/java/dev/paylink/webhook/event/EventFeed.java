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

  /** An event, its place in the feed and its bytes. */
  public record Item(EventId id, long position, byte[] body) {}

  /** What a reader gets. */
  public sealed interface Page {
    /** The next events; none if there are none yet. */
    record Events(List<Item> items) implements Page {}

    /** The cursor is no event of this merchant. */
    record Unknown() implements Page {}

    /** Events after the cursor have been deleted: a reader who continues would miss them. */
    record Expired() implements Page {}
  }

  /** Tells that these merchants have new events, committed on this node. */
  public void recorded(Collection<MerchantId> merchants) {
    signal.news(merchants);
  }

  /** Tells that other nodes may have recorded events. */
  public void lookAgain() {
    signal.lookAgain();
  }

  /** Returns the events after the given one, or all that are kept; waits for the first. */
  public Page read(MerchantId merchant, @Nullable EventId after, int limit, Duration wait) {
    EventQueries.Place place =
        after == null
            ? EventQueries.Place.START
            : jdbi.withHandle(handle -> queries.place(handle, merchant, after));
    return switch (place) {
      case EventQueries.Place.Unknown unknown -> new Page.Unknown();
      case EventQueries.Place.Deleted deleted -> new Page.Expired();
      case EventQueries.Place.At at -> {
        List<Item> items =
            signal.await(
                merchant,
                wait,
                () ->
                    jdbi.withHandle(
                        handle -> queries.after(handle, merchant, at.position(), limit)),
                found -> !found.isEmpty());
        List<Item> next = after == null ? items : untilGap(items, at.position());
        yield next.isEmpty() && !items.isEmpty() ? new Page.Expired() : new Page.Events(next);
      }
    };
  }

  /**
   * Returns the events that follow that position without a gap. Positions have none: a gap means
   * that events were deleted in the meantime, and its reader gets an error there.
   */
  private static List<Item> untilGap(List<Item> items, long position) {
    int count = 0;
    while (count < items.size() && items.get(count).position() == position + 1 + count) {
      count++;
    }
    return items.subList(0, count);
  }

  /** Closes the feed; waiting readers are answered at once. */
  @Override
  public void close() {
    signal.close();
  }
}
