package dev.paylink.webhook.delivery;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.ColumnArrays;
import dev.paylink.webhook.event.DeliveryState;
import dev.paylink.webhook.event.FinishedAttempt;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/**
 * Results of attempts per merchant and day (UTC). Counted in the transaction that records them, so
 * an attempt is counted exactly as often as it is recorded: once.
 */
public final class WebhookDayStore {
  // In the order of the key, so that two nodes never deadlock.
  static final String ADD =
      """
      insert into webhook_day as d (merchant_id, day, delivered, retried, exhausted)
      select * from unnest(?::uuid[], ?::date[], ?::bigint[], ?::bigint[], ?::bigint[]) order by 1, 2
          on conflict (merchant_id, day) do update
         set delivered = d.delivered + excluded.delivered,
             retried = d.retried + excluded.retried,
             exhausted = d.exhausted + excluded.exhausted
      """;
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

  private record Key(MerchantId merchantId, LocalDate day) {}

  void add(Connection connection, List<FinishedAttempt> attempts) throws SQLException {
    Map<Key, Attempts> counts = new HashMap<>();
    for (FinishedAttempt attempt : attempts) {
      LocalDate day = LocalDate.ofInstant(attempt.startedAt(), ZoneOffset.UTC);
      counts.merge(
          new Key(attempt.claim().merchantId(), day),
          Attempts.of(attempt.stateAfter()),
          Attempts::plus);
    }
    if (counts.isEmpty()) {
      return;
    }
    try (PreparedStatement add = connection.prepareStatement(ADD)) {
      ColumnArrays<Map.Entry<Key, Attempts>> columns =
          new ColumnArrays<>(connection, add, new ArrayList<>(counts.entrySet()));
      columns.set(1, "uuid", count -> count.getKey().merchantId.value());
      columns.set(2, "date", count -> count.getKey().day);
      columns.set(3, "bigint", count -> count.getValue().delivered);
      columns.set(4, "bigint", count -> count.getValue().retried);
      columns.set(5, "bigint", count -> count.getValue().exhausted);
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
        .map(row -> days.put(row.getColumn("day", LocalDate.class), row.getRow(Attempts.class)))
        .list();
    return days;
  }
}
