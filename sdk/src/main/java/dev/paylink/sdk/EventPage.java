package dev.paylink.sdk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some events in the order of the feed, and where to read on; a reader who follows the cursor never
 * misses one.
 *
 * @param data the events of this page; empty if nothing happened
 * @param nextCursor goes into the next {@link PaymentLinkClient#poll}; an empty page repeats the
 *     cursor it was asked with, so null only means that the merchant has no event at all
 */
public record EventPage(List<WebhookEvent> data, @Nullable String nextCursor) {
  static final int MAX_EVENTS = 100;

  public EventPage {
    data = List.copyOf(data);
  }

  static String query(@Nullable String after, long waitSeconds) {
    return new QueryString()
        .add("after", after)
        .add("limit", Integer.toString(MAX_EVENTS))
        .add("waitSeconds", waitSeconds == 0 ? null : Long.toString(waitSeconds))
        .toString();
  }

  static EventPage from(JsonObject body, @Nullable String after) {
    List<WebhookEvent> data = body.objects("data").stream().map(WebhookEvent::from).toList();
    if (data.isEmpty()) {
      return new EventPage(data, after);
    }
    String given = body.textOrNull("nextCursor");
    String next = given == null ? data.getLast().eventId() : given;
    if (next.equals(after)) {
      // Following it would bring the same events again, without end.
      throw new JsonException("field nextCursor: expected it to move on");
    }
    return new EventPage(data, next);
  }
}
