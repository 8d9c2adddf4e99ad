package dev.paylink.sdk;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Selects the payments to list: {@code PaymentQuery.all()} narrowed step by step. Immutable; a null
 * component does not narrow.
 *
 * @param status only payments in this status
 * @param reference only payments with this order id of the merchant
 * @param createdAfter only payments created after this time, sent with milliseconds
 * @param limit at most this many on one page
 * @param cursor the page to read, from {@link PaymentPage#nextCursor}
 */
public record PaymentQuery(
    @Nullable PaymentStatus status,
    @Nullable String reference,
    @Nullable Instant createdAfter,
    @Nullable Integer limit,
    @Nullable String cursor) {

  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

  /** Returns the query for every payment of the merchant. */
  public static PaymentQuery all() {
    return new PaymentQuery(null, null, null, null, null);
  }

  public PaymentQuery withStatus(PaymentStatus only) {
    return new PaymentQuery(only, reference, createdAfter, limit, cursor);
  }

  public PaymentQuery withReference(String only) {
    return new PaymentQuery(status, only, createdAfter, limit, cursor);
  }

  public PaymentQuery withCreatedAfter(Instant time) {
    return new PaymentQuery(status, reference, time, limit, cursor);
  }

  public PaymentQuery withLimit(int atMost) {
    return new PaymentQuery(status, reference, createdAfter, atMost, cursor);
  }

  /** Returns the query for the page that starts here; null is the first page. */
  public PaymentQuery withCursor(@Nullable String nextCursor) {
    return new PaymentQuery(status, reference, createdAfter, limit, nextCursor);
  }

  /** Returns the query with its question mark, percent-encoded; empty if nothing was set. */
  String target() {
    return new QueryString()
        .add("status", status == null ? null : status.wire())
        .add("reference", reference)
        .add("createdAfter", createdAfter == null ? null : MILLIS.format(createdAfter))
        .add("limit", limit == null ? null : limit.toString())
        .add("cursor", cursor)
        .toString();
  }
}
