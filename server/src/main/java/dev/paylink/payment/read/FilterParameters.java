package dev.paylink.payment.read;

import dev.paylink.payment.PaymentStatus;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.language.Message;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parameters that select payments, shared by the list and the export. */
final class FilterParameters {
  private static final String PARTLY_PAID = "partlyPaid";
  private static final String HELD = "held";

  static final Set<String> NAMES =
      Set.of("search", "status", "reference", "createdAfter", "createdBefore", PARTLY_PAID, HELD);

  /** Longer than anything that could be found. */
  private static final int MAX_SEARCH = 512;

  private FilterParameters() {}

  /** Reads the filter; the caller must refuse faults. */
  static PaymentFilter read(QueryParameters query) {
    String reference = query.text("reference");
    String typed = query.text("search");
    query.require(
        typed == null || typed.length() <= MAX_SEARCH,
        "search",
        Message.of("field.toolong", MAX_SEARCH));
    query.require(typed == null || reference == null, "search", Message.of("field.withreference"));
    boolean isAlone = typed == null && reference == null;
    boolean partly = isSet(query, PARTLY_PAID, isAlone);
    boolean held = isSet(query, HELD, isAlone);
    query.require(!held || !partly, HELD, Message.of("field.withpartlypaid"));
    Instant from = next(query.time("createdAfter"));
    Instant to = query.time("createdBefore");
    return new PaymentFilter(
        partly
            ? new PaymentSearch.PartlyPaid()
            : held ? new PaymentSearch.Held() : search(typed, reference),
        status(query),
        from,
        to);
  }

  /** Reads a search that is on or off; on, it is the only one. */
  private static boolean isSet(QueryParameters query, String name, boolean isAlone) {
    Boolean set =
        query.read(
            name,
            text -> text.equals("true") ? Boolean.TRUE : null,
            Message.of("field.oneof", "true"));
    query.require(set == null || isAlone, name, Message.of("field.withreference"));
    return set != null;
  }

  private static PaymentSearch search(@Nullable String typed, @Nullable String reference) {
    if (reference != null) {
      return new PaymentSearch.ByReference(reference);
    }
    return typed == null ? new PaymentSearch.Everything() : PaymentSearch.typed(typed);
  }

  private static @Nullable PaymentStatus status(QueryParameters query) {
    return query.read(
        "status", PaymentStatus::parse, Message.of("field.oneof", List.of(PaymentStatus.values())));
  }

  /** Returns the first moment after {@code time}: ids have millisecond precision. */
  private static @Nullable Instant next(@Nullable Instant time) {
    return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS).plusMillis(1);
  }
}
