package dev.paylink.sdk;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Which payments to list: {@code PaymentQuery.all()} narrowed step by step. Immutable; what is null
 * does not narrow.
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

  /** Every payment of the merchant. */
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

  /** The page that starts here; null is the first page. */
  public PaymentQuery withCursor(@Nullable String nextCursor) {
    return new PaymentQuery(status, reference, createdAfter, limit, nextCursor);
  }

  /** The query with its question mark, percent-encoded, or nothing at all. */
  String target() {
    StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
    add(query, "status", status == null ? null : status.wire());
    add(query, "reference", reference);
    add(query, "createdAfter", createdAfter == null ? null : MILLIS.format(createdAfter));
    add(query, "limit", limit == null ? null : limit.toString());
    add(query, "cursor", cursor);
    return query.toString();
  }

  private static void add(StringJoiner query, String name, @Nullable String value) {
    if (value != null) {
      // Form encoding writes a space as '+', which only some readers of a query take for a space.
      String encoded = URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
      query.add(name + '=' + encoded);
    }
  }
}
