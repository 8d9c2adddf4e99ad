package dev.paylink.webhook.delivery;

import dev.paylink.ids.PaymentId;
import org.jdbi.v3.core.result.RowView;
import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Lists what was given up after its last attempt and not sent again since, of all merchants or of
 * one, newest first.
 */
public final class ExhaustedDeliveries {
  private static final int MAX_COUNTED = 1_000;
  private static final String OPEN = "d.state = 'exhausted' and not d.superseded";
  private static final String SELECT =
      """
      select d.id, d.merchant_id, m.business_name, d.event_id, e.type, e.payment_id, d.attempts,
             a.started_at, a.error, w.url, w.active
        from delivery d
        join merchant m on m.id = d.merchant_id
        join event e on e.merchant_id = d.merchant_id and e.id = d.event_id
        left join lateral (
             select started_at, error from delivery_attempt
              where merchant_id = d.merchant_id and event_id = d.event_id and delivery_id = d.id
              order by attempt desc limit 1) a on true
        left join webhook w on w.merchant_id = d.merchant_id and w.scope = 'invoice_settlement'
       where\s"""
          + OPEN;
  static final String COUNT =
      "select count(*) from (select 1 from delivery d where " + OPEN + " limit :most) open";

  private final Jdbi jdbi;

  public ExhaustedDeliveries(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * One of them, with how its last attempt went and where it would go today.
   *
   * @param url null when the merchant has no webhook any more
   */
  public record Row(
      DeliveryId id,
      MerchantId merchantId,
      String businessName,
      EventId eventId,
      String type,
      PaymentId paymentId,
      int attempts,
      @Nullable Instant lastAttemptAt,
      @Nullable String error,
      @Nullable String url,
      boolean active) {}

  /** Some of them, and the cursor of those that follow; null when none do. */
  public record Page(List<Row> rows, @Nullable DeliveryId next) {}

  public Page page(@Nullable MerchantId merchant, @Nullable DeliveryId before, int limit) {
    List<Row> found =
        jdbi.withHandle(
            handle -> {
              Query query = handle.createQuery(sql(merchant != null, before != null));
              if (merchant != null) {
                query.bind("merchant", merchant);
              }
              if (before != null) {
                query.bind("before", before);
              }
              return query.bind("limit", limit + 1).map(row -> row(row)).list();
            });
    boolean more = found.size() > limit;
    List<Row> rows = more ? found.subList(0, limit) : found;
    return new Page(rows, more ? rows.getLast().id() : null);
  }

  /** How many there are; counted only as far as somebody would read it. */
  public int count() {
    return jdbi.withHandle(
        handle -> handle.createQuery(COUNT).bind("most", MAX_COUNTED).mapTo(Integer.class).one());
  }

  static String sql(boolean ofMerchant, boolean beforeSome) {
    return SELECT
        + (ofMerchant ? " and d.merchant_id = :merchant" : "")
        + (beforeSome ? " and d.id < :before" : "")
        + " order by d.id desc limit :limit";
  }

  private static Row row(RowView row) {
    return new Row(
        row.getColumn("id", DeliveryId.class),
        row.getColumn("merchant_id", MerchantId.class),
        row.getColumn("business_name", String.class),
        row.getColumn("event_id", EventId.class),
        row.getColumn("type", String.class),
        row.getColumn("payment_id", PaymentId.class),
        row.getColumn("attempts", Integer.class),
        row.getColumn("started_at", Instant.class),
        row.getColumn("error", String.class),
        row.getColumn("url", String.class),
        Boolean.TRUE.equals(row.getColumn("active", Boolean.class)));
  }
}
