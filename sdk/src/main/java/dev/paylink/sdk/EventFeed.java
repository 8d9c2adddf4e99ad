package dev.paylink.sdk;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Every event until now, oldest first and complete: use it to find events whose webhook was lost.
 * It is read page by page while it is iterated, and holds one page at a time; each iteration starts
 * over.
 *
 * <pre>{@code
 * for (WebhookEvent event : client.eventsAfter(lastEventId)) {
 *   process(event); // and store event.eventId() with what it changed
 * }
 * }</pre>
 *
 * <p>Iterating throws what {@link PaymentLinkClient} throws. After a failure you may continue: the
 * iterator stays where it was.
 */
public final class EventFeed implements Iterable<WebhookEvent> {
  private final PaymentLinkClient client;
  private final @Nullable String after;

  EventFeed(PaymentLinkClient client, @Nullable String after) {
    this.client = client;
    this.after = after;
  }

  @Override
  public Iterator<WebhookEvent> iterator() {
    return new Pages(client, after);
  }

  private static final class Pages implements Iterator<WebhookEvent> {
    private final PaymentLinkClient client;
    private @Nullable String cursor;
    private Iterator<WebhookEvent> page = List.<WebhookEvent>of().iterator();
    private boolean ended;

    Pages(PaymentLinkClient client, @Nullable String after) {
      this.client = client;
      this.cursor = after;
    }

    @Override
    public boolean hasNext() {
      if (!page.hasNext() && !ended) {
        EventPage next = client.poll(cursor, Duration.ZERO);
        cursor = next.nextCursor();
        page = next.data().iterator();
        ended = next.data().isEmpty();
      }
      return page.hasNext();
    }

    @Override
    public WebhookEvent next() {
      if (!hasNext()) {
        throw new NoSuchElementException("the feed has no further event now");
      }
      return page.next();
    }
  }
}
