package dev.paylink.sdk;

import dev.paylink.sdk.json.JsonException;
import dev.paylink.sdk.json.JsonObject;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Some events in the order of the feed, and where to read on; a reader who follows the cursor never
 * misses one.
 */
public final class EventPage extends Values {
  static final int MAX_EVENTS = 100;

  private final List<WebhookEvent> data;
  private final @Nullable String nextCursor;

  public EventPage(List<WebhookEvent> data, @Nullable String nextCursor) {
    this.data = List.copyOf(data);
    this.nextCursor = nextCursor;
  }

  /** Returns the events of this page; empty if nothing happened. */
  public List<WebhookEvent> data() {
    return data;
  }

  /**
   * Returns what goes into the next {@link PaymentLinkClient#poll}. An empty page repeats the
   * cursor it was asked with, so null only means that the merchant has no event at all.
   */
  public @Nullable String nextCursor() {
    return nextCursor;
  }

  static String query(@Nullable String after, long waitSeconds) {
    return new QueryString()
        .add("after", after)
        .add("limit", Integer.toString(MAX_EVENTS))
        .add("waitSeconds", waitSeconds == 0 ? null : Long.toString(waitSeconds))
        .toString();
  }

  static EventPage from(JsonObject body, @Nullable String after) {
    List<WebhookEvent> data =
        body.objects("data").stream()
            .map(WebhookEvent::from)
            .collect(Collectors.toUnmodifiableList());
    if (data.isEmpty()) {
      return new EventPage(data, after);
    }
    String given = body.textOrNull("nextCursor");
    String next = given == null ? data.get(data.size() - 1).eventId() : given;
    if (next.equals(after)) {
      // Following it would bring the same events again, without end.
      throw new JsonException("field nextCursor: expected it to move on");
    }
    return new EventPage(data, next);
  }

  @Override
  @Nullable Object[] namesAndValues() {
    return new @Nullable Object[] {"data", data, "nextCursor", nextCursor};
  }
}
