package dev.paylink.webhook.delivery;

import dev.paylink.ids.Id;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.binary.BinaryArray;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jdbi.v3.core.Handle;

/** The number of exhausted events per merchant that the merchant was not notified of. */
final class AlarmStore {
  // In the order of their ids, so that two nodes never deadlock.
  private static final String COUNT =
      """
      insert into exhausted_alarm as a (merchant_id, events, since, due_at)
      select merchant_id, events, now(), now() + ? * interval '1 millisecond'
        from unnest(?::uuid[], ?::integer[]) as n (merchant_id, events) order by merchant_id
      on conflict (merchant_id) do update
        set events = a.events + excluded.events,
            since = coalesce(a.since, excluded.since),
            due_at = case when a.events = 0 then greatest(a.due_at, excluded.due_at) else a.due_at end
      """;
  static final String DUE =
      """
      select merchant_id, events, since from exhausted_alarm
       where events > 0 and due_at <= now()
       order by due_at limit :most for update skip locked
      """;
  private static final String TOLD =
      """
      update exhausted_alarm
         set events = 0, since = null, due_at = now() + :quietMillis * interval '1 millisecond'
       where merchant_id = :merchantId
      """;

  /** A merchant that is due a letter now. */
  record Due(MerchantId merchantId, int events, Instant since) {}

  /**
   * Adds to the counts; the letter about a first event is due after {@code gather}. Sorted, see the
   * statement.
   */
  void count(Connection connection, SortedMap<MerchantId, Integer> counts, Duration gather)
      throws SQLException {
    try (PreparedStatement count = connection.prepareStatement(COUNT)) {
      count.setLong(1, gather.toMillis());
      count.setArray(2, BinaryArray.uuids(connection, Id.values(counts.keySet())));
      count.setArray(3, BinaryArray.of(connection, "integer", counts.values().toArray()));
      count.executeUpdate();
    }
  }

  /** Finds and locks the merchants who are due a letter. */
  List<Due> due(Handle handle, int most) {
    return handle.createQuery(DUE).bind("most", most).mapTo(Due.class).list();
  }

  /** Resets the count; there is no further letter within {@code quiet}. */
  void told(Handle handle, MerchantId merchant, Duration quiet) {
    handle
        .createUpdate(TOLD)
        .bind("quietMillis", quiet.toMillis())
        .bind("merchantId", merchant)
        .execute();
  }
}
