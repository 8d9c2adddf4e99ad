package dev.paylink.requestlog;

import dev.paylink.ids.ApiKeyId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.Page;
import dev.paylink.ids.RequestId;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Reads a merchant's log of calls, newest first. A page looks at a bounded number of entries: where
 * few match it may be short, or empty, and still have a next page.
 */
public final class ReadRequests {
  private static final int MAX_LOOKED_AT = 1_000;

  private final RequestLogStore store = new RequestLogStore();
  private final Jdbi jdbi;

  public ReadRequests(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Which entries to show; a null matches all. */
  public record Wanted(
      @Nullable RequestId requestId, @Nullable StatusFilter status, @Nullable ApiKeyId key) {
    private boolean isAll() {
      return status == null && key == null;
    }

    private boolean matches(LoggedRequest request) {
      return (status == null || status.includes(request.status()))
          && (key == null || key.equals(request.apiKeyId()));
    }
  }

  /** One status, or all of a class such as {@code 4xx}. */
  public record StatusFilter(int from, int to) {
    /** Returns the filter, or null if the text is none. */
    public static @Nullable StatusFilter parse(String text) {
      if (text.matches("[1-5]xx")) {
        int from = (text.charAt(0) - '0') * 100;
        return new StatusFilter(from, from + 99);
      }
      return text.matches("[1-5][0-9][0-9]")
          ? new StatusFilter(Integer.parseInt(text), Integer.parseInt(text))
          : null;
    }

    private boolean includes(int status) {
      return status >= from && status <= to;
    }
  }

  public Page<LoggedRequest, RequestId> handle(
      MerchantId merchant, Wanted wanted, @Nullable RequestId after, int limit) {
    return jdbi.withHandle(
        handle -> {
          RequestId one = wanted.requestId();
          if (one != null) {
            LoggedRequest found = store.find(handle, merchant, one);
            return new Page<>(
                found == null || !wanted.matches(found) ? List.of() : List.of(found), null);
          }
          int look = wanted.isAll() ? limit + 1 : MAX_LOOKED_AT;
          List<LoggedRequest> looked =
              store.older(handle, merchant, after == null ? RequestId.LAST : after, look);
          List<LoggedRequest> found = looked.stream().filter(wanted::matches).toList();
          return found.size() <= limit && looked.size() == look
              ? new Page<>(found, looked.getLast().id())
              : Page.of(found, limit, LoggedRequest::id);
        });
  }
}
