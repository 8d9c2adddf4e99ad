package dev.paylink.webhook.delivery;

import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.Page;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.db.Shards;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Lists exhausted deliveries that were not sent again since, of all merchants or of one, newest
 * first.
 */
public final class ExhaustedQueries {
  public static final int MAX_COUNTED = 1_000;

  private static final String SELECT =
      """
      select d.id, d.merchant_id, m.business_name, d.event_id, e.type, e.payment_id, d.attempts,
             a.started_at as last_attempt_at, a.error, a.url as attempted_url, w.url, w.active
        from (%s) d
       cross join lateral (select business_name from merchant where id = d.merchant_id offset 0) m
       cross join lateral (
             select type, scope, payment_id from event
              where id = d.event_id and merchant_id = d.merchant_id and %2$s offset 0) e
        left join lateral (
             select started_at, error, url from delivery_attempt
              where event_id = d.event_id and delivery_id = d.id and merchant_id = d.merchant_id
                and %2$s
              order by attempt desc limit 1) a on true
        left join lateral (
             select url, active from webhook
              where merchant_id = d.merchant_id and scope = e.scope offset 0) w on true
       order by d.id desc
      """;
  static final String OF_ALL =
      SELECT.formatted(
          """
          select id, merchant_id, event_id, attempts from delivery
           where state = 'exhausted' and not superseded and due_at > '-infinity' and id < :before
             and (cast(:only as uuid) is null or merchant_id = cast(:only as uuid))
           order by id desc limit :limit\
          """,
          Shards.onlyNamed("merchant_id"));
  // Who has them, where merchants are on several servers.
  static final String WHOSE =
      """
      select distinct merchant_id from (
        select merchant_id from delivery
         where state = 'exhausted' and not superseded and due_at > '-infinity' and id < :before
         order by id desc limit :limit) d
      """;
  static final String OF_MERCHANT =
      SELECT.formatted(
          """
          select id, merchant_id, event_id, attempts from delivery
           where state = 'exhausted' and not superseded and due_at < 'infinity'
             and (merchant_id, id) < (:merchant, :before) and merchant_id >= :merchant
             and (cast(:only as uuid) is null or merchant_id = cast(:only as uuid))
           order by merchant_id desc, id desc limit :limit\
          """,
          Shards.onlyNamed("merchant_id"));
  static final String COUNT =
      """
      select count(*) from (
        select 1 from delivery
         where state = 'exhausted' and not superseded and due_at > '-infinity' limit :most) open
      """;

  private static final String COUNT_BETWEEN =
      """
      select count(*) from (
        select 1 from delivery
         where state = 'exhausted' and not superseded and due_at >= :from and due_at < :to
         limit :most) open
      """;
  private static final String BETWEEN =
      """
      select merchant_id, event_id, id, due_at from delivery
       where state = 'exhausted' and not superseded
         and (due_at, id) > (:doneAt, :doneId) and due_at < :to
       order by due_at, id limit :limit
      """;

  private final Jdbi jdbi;

  public ExhaustedQueries(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * An exhausted delivery, with the result of its last attempt and the address it would go to
   * today.
   *
   * @param paymentId null if the event is about no payment
   * @param attemptedUrl where the last attempt went; null if no webhook was active
   * @param url null if the merchant no longer has a webhook
   */
  public record Row(
      DeliveryId id,
      MerchantId merchantId,
      String businessName,
      EventId eventId,
      String type,
      @Nullable PaymentId paymentId,
      int attempts,
      @Nullable Instant lastAttemptAt,
      @Nullable String error,
      @Nullable String attemptedUrl,
      @Nullable String url,
      boolean active) {}

  public Page<Row, DeliveryId> page(
      @Nullable MerchantId merchant, @Nullable DeliveryId before, int limit) {
    List<Row> found =
        jdbi.withHandle(
            handle -> {
              DeliveryId end = before == null ? DeliveryId.LAST : before;
              if (merchant != null) {
                return rows(
                    handle.createQuery(OF_MERCHANT).bind("merchant", merchant),
                    Shards.of(handle).only(merchant.value()),
                    end,
                    limit);
              }
              return Shards.of(handle).areSeveral()
                  ? ofEach(handle, end, limit)
                  : rows(handle.createQuery(OF_ALL), null, end, limit);
            });
    return Page.of(found, limit, Row::id);
  }

  private static List<Row> ofEach(Handle handle, DeliveryId before, int limit) {
    return handle
        .createQuery(WHOSE)
        .bind("before", before)
        .bind("limit", limit + 1)
        .mapTo(UUID.class)
        .list()
        .stream()
        .flatMap(merchant -> rows(handle.createQuery(OF_ALL), merchant, before, limit).stream())
        .sorted(Comparator.comparing((Row row) -> row.id().toString()).reversed())
        .limit(limit + 1L)
        .toList();
  }

  private static List<Row> rows(Query query, @Nullable UUID only, DeliveryId before, int limit) {
    return query
        .bind("only", only)
        .bind("before", before)
        .bind("limit", limit + 1)
        .mapTo(Row.class)
        .list();
  }

  /** An exhausted run, given up at {@code dueAt}. */
  record Run(MerchantId merchantId, EventId eventId, DeliveryId id, Instant dueAt) {}

  /** Returns the next runs of an order, of all merchants, in the order they were given up in. */
  List<Run> between(RedeliveryOrder order, int limit) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(BETWEEN)
                .bind("doneAt", order.doneAt())
                .bind("doneId", order.doneId())
                .bind("to", order.toAt())
                .bind("limit", limit)
                .mapTo(Run.class)
                .list());
  }

  /** Returns how many were given up between two times; stops counting like the other. */
  int count(Handle handle, Instant from, Instant to) {
    return handle
        .createQuery(COUNT_BETWEEN)
        .bind("from", from)
        .bind("to", to)
        .bind("most", MAX_COUNTED)
        .mapTo(Integer.class)
        .one();
  }

  /** Returns how many there are; stops counting where nobody would read further. */
  public int count() {
    return jdbi.withHandle(
        handle -> handle.createQuery(COUNT).bind("most", MAX_COUNTED).mapTo(Integer.class).one());
  }
}
