package dev.paylink.sdk;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Selects the payments to list: {@code PaymentQuery.all()} narrowed step by step. Immutable; a null
 * does not narrow.
 */
public final class PaymentQuery extends Values {
  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

  private final @Nullable PaymentStatus status;
  private final @Nullable String reference;
  private final @Nullable Instant createdAfter;
  private final @Nullable Integer limit;
  private final @Nullable String cursor;
  private final @Nullable Instant createdBefore;
  private final @Nullable String search;

  public PaymentQuery(
      @Nullable PaymentStatus status,
      @Nullable String reference,
      @Nullable Instant createdAfter,
      @Nullable Integer limit,
      @Nullable String cursor,
      @Nullable Instant createdBefore,
      @Nullable String search) {
    this.status = status;
    this.reference = reference;
    this.createdAfter = createdAfter;
    this.limit = limit;
    this.cursor = cursor;
    this.createdBefore = createdBefore;
    this.search = search;
  }

  /** Returns the status that payments must have, or null. */
  public @Nullable PaymentStatus status() {
    return status;
  }

  /** Returns the order id of the merchant that payments must have, or null. */
  public @Nullable String reference() {
    return reference;
  }

  /**
   * Returns the time after which payments must have been created, sent with milliseconds, or null.
   */
  public @Nullable Instant createdAfter() {
    return createdAfter;
  }

  /** Returns the maximum on one page, or null. */
  public @Nullable Integer limit() {
    return limit;
  }

  /** Returns the page to read, from {@link PaymentPage#nextCursor}; null is the first. */
  public @Nullable String cursor() {
    return cursor;
  }

  /** Returns the time before which payments must have been created, or null. */
  public @Nullable Instant createdBefore() {
    return createdBefore;
  }

  /** Returns what must match exactly, or null. */
  public @Nullable String search() {
    return search;
  }

  /** Returns the query for every payment of the merchant. */
  public static PaymentQuery all() {
    return new PaymentQuery(null, null, null, null, null, null, null);
  }

  public PaymentQuery withStatus(PaymentStatus only) {
    return new PaymentQuery(only, reference, createdAfter, limit, cursor, createdBefore, search);
  }

  public PaymentQuery withReference(String only) {
    return new PaymentQuery(status, only, createdAfter, limit, cursor, createdBefore, search);
  }

  public PaymentQuery withCreatedAfter(Instant time) {
    return new PaymentQuery(status, reference, time, limit, cursor, createdBefore, search);
  }

  public PaymentQuery withCreatedBefore(Instant time) {
    return new PaymentQuery(status, reference, createdAfter, limit, cursor, time, search);
  }

  /**
   * Returns the query for what matches exactly: the id of a payment or invoice, an invoice number,
   * a reference or the customer's e-mail address. Not to be combined with a reference.
   */
  public PaymentQuery withSearch(String exactly) {
    return new PaymentQuery(status, reference, createdAfter, limit, cursor, createdBefore, exactly);
  }

  public PaymentQuery withLimit(int atMost) {
    return new PaymentQuery(status, reference, createdAfter, atMost, cursor, createdBefore, search);
  }

  /** Returns the query for the page that starts here; null is the first page. */
  public PaymentQuery withCursor(@Nullable String nextCursor) {
    return new PaymentQuery(
        status, reference, createdAfter, limit, nextCursor, createdBefore, search);
  }

  /** Returns the query with its question mark, percent-encoded; empty if nothing was set. */
  String target() {
    return new QueryString()
        .add("status", status == null ? null : status.wire())
        .add("reference", reference)
        .add("createdAfter", createdAfter == null ? null : MILLIS.format(createdAfter))
        .add("createdBefore", createdBefore == null ? null : MILLIS.format(createdBefore))
        .add("search", search)
        .add("limit", limit == null ? null : limit.toString())
        .add("cursor", cursor)
        .toString();
  }

  @Override
  @Nullable Object[] namesAndValues() {
    return new @Nullable Object[] {
      "status",
      status,
      "reference",
      reference,
      "createdAfter",
      createdAfter,
      "limit",
      limit,
      "cursor",
      cursor,
      "createdBefore",
      createdBefore,
      "search",
      search
    };
  }
}
