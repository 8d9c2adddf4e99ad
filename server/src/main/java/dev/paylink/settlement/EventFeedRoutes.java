package dev.paylink.settlement;

import dev.paylink.credential.Caller;
import dev.paylink.ids.EventId;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import dev.paylink.webhook.event.EventFeed;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Serves the feed of a merchant's events: a reader who follows its cursor misses none. */
final class EventFeedRoutes {
  private static final Set<String> KNOWN = Set.of("after", "limit", "waitSeconds");
  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_LIMIT = 100;
  private static final int MAX_WAIT_SECONDS = 30;

  private final EventFeed feed;

  EventFeedRoutes(EventFeed feed) {
    this.feed = feed;
  }

  Answer handle(Request request, Caller caller) {
    QueryParameters query = new QueryParameters(request, KNOWN);
    EventId after = query.read("after", EventId::parse, Message.of("field.after"));
    int limit = query.number("limit", 1, MAX_LIMIT, DEFAULT_LIMIT);
    int waitSeconds = query.number("waitSeconds", 0, MAX_WAIT_SECONDS, 0);
    query.refuseFaults();
    return switch (feed.read(caller.merchantId(), after, limit, Duration.ofSeconds(waitSeconds))) {
      case EventFeed.Page.Events events -> answer(events.items(), after);
      case EventFeed.Page.Unknown unknown ->
          throw new Refused(Problem.invalidField("after", Message.of("field.after")));
      case EventFeed.Page.Expired expired ->
          throw new Refused(Problem.gone("CURSOR_EXPIRED", Message.of("events.deleted")));
    };
  }

  private static Answer answer(List<EventFeed.Item> events, @Nullable EventId after) {
    return Answer.ok(
        Json.object()
            .putStored("data", events.stream().map(EventFeed.Item::body).toList())
            .put("nextCursor", cursor(events, after))
            .bytes());
  }

  /**
   * Returns the cursor, never null once there was an event: a reader continues from it when more
   * come.
   */
  private static @Nullable String cursor(List<EventFeed.Item> events, @Nullable EventId after) {
    EventId last = events.isEmpty() ? after : events.getLast().id();
    return last == null ? null : last.toString();
  }
}
