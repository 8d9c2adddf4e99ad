package dev.paylink.cli.access;

import dev.paylink.cli.io.Json;
import dev.paylink.sdk.QueryString;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Searches the feed of events, which has no filters, page by page.
 *
 * @param payment only its events; null for all
 * @param type only events of it; null for all
 * @param maxPages where the search gives up
 */
public record EventSearch(
    @Nullable String payment, @Nullable String type, int limit, int maxPages) {
  private static final int PAGE = 100;

  /**
   * What was found.
   *
   * @param cursor where to search on: the last event that was looked at; null if there was none
   */
  public record Found(List<Json> events, @Nullable String cursor) {}

  /** Returns the first matching events behind this one; null begins with the first of all. */
  public Found after(@Nullable String event, Api api) {
    String cursor = event == null ? null : Api.id("an event", "evt_", event);
    int size = payment == null && type == null ? Math.min(limit, PAGE) : PAGE;
    List<Json> found = new ArrayList<>();
    for (int page = 0; page < maxPages && found.size() < limit; page++) {
      QueryString query =
          new QueryString().add("limit", Integer.toString(size)).add("after", cursor);
      List<Json> events = api.get("/sdk/server/events" + query).json().objects("data");
      if (events.isEmpty()) {
        break;
      }
      for (Json next : events) {
        if (found.size() == limit) {
          break;
        }
        cursor = next.text("eventId", "");
        if (isWanted(next)) {
          found.add(next);
        }
      }
    }
    return new Found(found, cursor);
  }

  /** Returns the last matching events, newest first. The feed is read from its beginning for it. */
  public Found newest(Api api) {
    Deque<Json> found = new ArrayDeque<>();
    String cursor = null;
    for (int page = 0; page < maxPages; page++) {
      QueryString query =
          new QueryString().add("limit", Integer.toString(PAGE)).add("after", cursor);
      List<Json> events = api.get("/sdk/server/events" + query).json().objects("data");
      if (events.isEmpty()) {
        break;
      }
      for (Json next : events) {
        cursor = next.text("eventId", "");
        if (isWanted(next)) {
          found.addFirst(next);
        }
      }
      while (found.size() > limit) {
        found.removeLast();
      }
    }
    return new Found(List.copyOf(found), cursor);
  }

  private boolean isWanted(Json event) {
    return (payment == null || payment.equals(event.text("paymentId")))
        && (type == null || type.equals(event.text("type")));
  }
}
