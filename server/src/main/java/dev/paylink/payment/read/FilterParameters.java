package dev.paylink.payment.read;

import dev.paylink.payment.PaymentStatus;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.language.Message;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parameters that select payments, shared by the list and the export. */
final class FilterParameters {
  private static final String PARTLY_PAID = "partlyPaid";

  static final Set<String> NAMES =
      Set.of("search", "status", "reference", "createdAfter", "createdBefore", PARTLY_PAID);

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
    Boolean partly =
        query.read(
            PARTLY_PAID,
            text -> text.equals("true") ? Boolean.TRUE : null,
            Message.of("field.oneof", "true"));
    query.require(
        partly == null || (typed == null && reference == null),
        PARTLY_PAID,
        Message.of("field.withreference"));
    Instant from = next(query.time("createdAfter"));
    Instant to = query.time("createdBefore");
    return new PaymentFilter(
        partly == null ? search(typed, reference) : new PaymentSearch.PartlyPaid(),
        status(query),
        from,
        to);
  }

  private static PaymentSearch search(@Nullable String typed, @Nullable String reference) {
    if (reference != null) {
      return new PaymentSearch.ByReference(reference);
    }
    return typed == null ? new PaymentSearch.Everything() : PaymentSearch.typed(typed);
  }

  private static @Nullable PaymentStatus status(QueryParameters query) {
    return query.read(
        "status",
        PaymentStatus::parse,
        Message.of("field.oneof", Arrays.toString(PaymentStatus.values())));
  }

  /** Returns the first moment after {@code time}: ids have millisecond precision. */
  private static @Nullable Instant next(@Nullable Instant time) {
    return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS).plusMillis(1);
  }
}
