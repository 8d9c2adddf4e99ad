package dev.paylink.webhook.delivery;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.binary.ColumnArrays;
import dev.paylink.webhook.event.DeliveryState;
import dev.paylink.webhook.event.FinishedAttempt;
import dev.paylink.webhook.settings.WebhookHealth;
import dev.paylink.webhook.settings.WebhookKey;
import dev.paylink.webhook.settings.WebhookScope;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Results of attempts per webhook and day (UTC). Counted in the transaction that records them, so
 * an attempt is counted exactly as often as it is recorded: once.
 */
public final class WebhookDayStore {
  // In the order of the key, so that two nodes never deadlock.
  static final String ADD =
      """
      insert into webhook_day as d (merchant_id, day, scope, delivered, retried, exhausted,
                                    delivered_at, failed_at, error, error_url, failures)
      select * from unnest(?::uuid[], ?::date[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[],
                           ?::timestamptz[], ?::timestamptz[], ?::text[], ?::text[], ?::integer[])
       order by 1, 2, 3
          on conflict (merchant_id, day, scope) do update
         set delivered = d.delivered + excluded.delivered,
             retried = d.retried + excluded.retried,
             exhausted = d.exhausted + excluded.exhausted,
             delivered_at = greatest(d.delivered_at, excluded.delivered_at),
             failed_at = greatest(d.failed_at, excluded.failed_at),
             error = case when excluded.failed_at is null then d.error else excluded.error end,
             error_url =
               case when excluded.failed_at is null then d.error_url else excluded.error_url end,
             failures = least(%d, excluded.failures
                                  + case when excluded.delivered > 0 then 0 else d.failures end)
      """
          .formatted(WebhookHealth.FAILING);
  static final String SINCE =
      """
      select day, delivered, retried, exhausted from webhook_day
       where merchant_id = :merchant and day >= :first
      """;

  /** The counts of a day; {@code retried} failed and had another attempt after them. */
  public record Attempts(long delivered, long retried, long exhausted) {
    public static final Attempts NONE = new Attempts(0, 0, 0);

    private static Attempts of(DeliveryState after) {
      return switch (after) {
        case delivered -> new Attempts(1, 0, 0);
        case pending, waiting -> new Attempts(0, 1, 0);
        case exhausted -> new Attempts(0, 0, 1);
      };
    }

    public Attempts plus(Attempts other) {
      return new Attempts(
          delivered + other.delivered, retried + other.retried, exhausted + other.exhausted);
    }
  }

  private record Key(MerchantId merchantId, LocalDate day, WebhookScope scope) {}

  /** What a batch adds to a webhook's day; its attempts come in the order in which they ended. */
  private static final class Added {
    private Attempts counts = Attempts.NONE;
    private @Nullable Instant deliveredAt;
    private @Nullable FinishedAttempt lastFailed;
    private int failures;

    private void add(FinishedAttempt attempt) {
      counts = counts.plus(Attempts.of(attempt.stateAfter()));
      if (attempt.outcome().isDelivered()) {
        deliveredAt = attempt.startedAt();
        failures = 0;
      } else {
        lastFailed = attempt;
        failures = Math.min(WebhookHealth.FAILING, failures + 1);
      }
    }

    private <T> @Nullable T ofLastFailed(Function<FinishedAttempt, @Nullable T> value) {
      return lastFailed == null ? null : value.apply(lastFailed);
    }
  }

  void add(Connection connection, List<FinishedAttempt> attempts) throws SQLException {
    Map<Key, Added> days = new HashMap<>();
    for (FinishedAttempt attempt : attempts) {
      LocalDate day = LocalDate.ofInstant(attempt.startedAt(), ZoneOffset.UTC);
      WebhookKey webhook = attempt.claim().webhookKey();
      days.computeIfAbsent(new Key(webhook.merchantId(), day, webhook.scope()), key -> new Added())
          .add(attempt);
    }
    if (days.isEmpty()) {
      return;
    }
    try (PreparedStatement add = connection.prepareStatement(ADD)) {
      ColumnArrays<Map.Entry<Key, Added>> columns =
          new ColumnArrays<>(connection, add, new ArrayList<>(days.entrySet()));
      columns.set(1, "uuid", day -> day.getKey().merchantId.value());
      columns.set(2, "date", day -> day.getKey().day);
      columns.set(3, "text", day -> day.getKey().scope.name());
      columns.set(4, "bigint", day -> day.getValue().counts.delivered);
      columns.set(5, "bigint", day -> day.getValue().counts.retried);
      columns.set(6, "bigint", day -> day.getValue().counts.exhausted);
      columns.set(7, "timestamptz", day -> day.getValue().deliveredAt);
      columns.set(8, "timestamptz", day -> day.getValue().ofLastFailed(FinishedAttempt::startedAt));
      columns.set(9, "text", day -> day.getValue().ofLastFailed(it -> it.outcome().error()));
      columns.set(10, "text", day -> day.getValue().ofLastFailed(FinishedAttempt::url));
      columns.set(11, "integer", day -> day.getValue().failures);
      add.executeUpdate();
    }
  }

  /** Returns the days from {@code first} on that had attempts. */
  public Map<LocalDate, Attempts> since(Handle handle, MerchantId merchant, LocalDate first) {
    Map<LocalDate, Attempts> days = new HashMap<>();
    handle
        .createQuery(SINCE)
        .bind("merchant", merchant)
        .bind("first", first)
        .map(
            row ->
                days.merge(
                    row.getColumn("day", LocalDate.class),
                    row.getRow(Attempts.class),
                    Attempts::plus))
        .list();
    return days;
  }
}
