package dev.paylink.webhook.delivery;

import dev.paylink.ids.ClaimId;
import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.db.BinaryCopy;
import dev.paylink.platform.db.ColumnArrays;
import dev.paylink.platform.db.Shards;
import dev.paylink.webhook.settings.Retry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The queue of deliveries in the database. All its times are the database's, by the business clock.
 *
 * <p>Claiming walks from merchant to merchant along the index of pending deliveries, one probe
 * each, and takes from each no more than its share: however long the queue of one endpoint is, the
 * others are found past it at once.
 */
public final class DeliveryStore {
  public static final String CLAIM =
      """
      with recursive waiting (merchant_id) as (
          (select merchant_id from delivery
            where state = 'pending' and merchant_id > ? and %1$s order by merchant_id limit 1)
        union all
          select (select d.merchant_id from delivery d
                   where d.state = 'pending' and d.merchant_id > w.merchant_id and %2$s
                   order by d.merchant_id limit 1)
            from waiting w where w.merchant_id is not null),
      due as materialized (
        select d.merchant_id, d.event_id, d.id
          from waiting w
         cross join lateral (
               select d.merchant_id, d.event_id, d.id from delivery d
                where d.merchant_id = w.merchant_id and d.state = 'pending' and %2$s
                  and d.due_at <= now() + ? * interval '1 millisecond'
                order by d.due_at
                limit greatest(0, ? - coalesce((?::jsonb ->> w.merchant_id::text)::integer, 0))
                  for update skip locked) d
         where w.merchant_id is not null
         limit ?),
      claimed as (
        update delivery d set claim_id = ?, due_at = now() + ? * interval '1 millisecond'
          from due
         where d.event_id = due.event_id and d.id = due.id and d.merchant_id = due.merchant_id
           and %2$s
        returning d.merchant_id, d.id, d.event_id, d.attempts)
      select c.merchant_id, c.id, c.event_id, c.attempts, e.body,
             case when w.active then w.url end, w.signing_secret,
             case when w.previous_secret_until > now() then w.previous_secret end, w.retry,
             e.payment_id
        from claimed c
       cross join lateral (
             select body, payment_id from event
              where id = c.event_id and merchant_id = c.merchant_id and %1$s offset 0) e
        left join lateral (
             select url, active, retry, signing_secret, previous_secret, previous_secret_until
               from webhook where merchant_id = c.merchant_id and scope = 'invoice_settlement'
             offset 0) w on true
       order by c.merchant_id
      """
          .formatted(Shards.only("merchant_id"), Shards.only("d.merchant_id"));
  // Who has something to claim or to wake, where merchants are on several servers.
  static final String WHO_WAITS =
      """
      select merchant_id from (
        select merchant_id from delivery
         where state = 'pending' and due_at <= now() + ? * interval '1 millisecond' and %1$s
         limit ?) pending
      union
      select merchant_id from (
        select merchant_id from delivery
         where state = 'waiting' and due_at <= now() + ? * interval '1 millisecond' and %1$s
         order by due_at limit ?) waiting
      """
          .formatted(Shards.only("merchant_id"));
  // Cheap to plan, for a node that has nothing to do.
  static final String LOOK =
      """
      select (select 1 from delivery where state = 'pending' order by merchant_id limit 1)
             is not null,
             (select 1 from delivery
               where state = 'waiting' and due_at <= now() + ? * interval '1 millisecond'
               order by due_at limit 1) is not null
      """;
  // Only a pending delivery has a claim. Asking for the state as well would tempt the planner to
  // scan all pending deliveries instead of going straight to the key.
  public static final String RECORD =
      """
      with r as materialized (
        select merchant_id, event_id, id, claim_id, state,
               clock_timestamp() + wait_millis * interval '1 millisecond' as due_at
          from unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::uuid[], ?::text[], ?::bigint[])
               as r (merchant_id, event_id, id, claim_id, state, wait_millis))
      update delivery d
         set attempts = d.attempts + 1, state = r.state, claim_id = null, due_at = r.due_at
        from r
       where d.event_id = r.event_id and d.id = r.id and d.merchant_id = r.merchant_id
         and d.claim_id = r.claim_id and %s
      returning d.id
      """
          .formatted(Shards.only("d.merchant_id"));
  // Those that wait cost nothing until their time has come, however many they are.
  static final String WAKE =
      """
      with due as materialized (
        select event_id, id, merchant_id from delivery
         where state = 'waiting' and due_at <= now() + ? * interval '1 millisecond' and %s
         order by due_at limit ? for update skip locked)
      update delivery d set state = 'pending'
        from due
       where d.event_id = due.event_id and d.id = due.id and d.merchant_id = due.merchant_id
         and %s
      """
          .formatted(Shards.only("merchant_id"), Shards.only("d.merchant_id"));
  private static final String RELEASE =
      """
      update delivery set claim_id = null, due_at = now()
       where merchant_id = ? and event_id = ? and id = ? and claim_id = ?
      """;
  private static final String COPY_ATTEMPTS =
      """
      copy delivery_attempt (merchant_id, event_id, delivery_id, attempt, started_at, duration_ms,
                             status, error, response_body)
      from stdin binary
      """;
  private static final int ATTEMPT_COLUMNS = 9;
  private static final int MOST_LOOKED_AT = 10_000;

  private final WebhookDayStore days = new WebhookDayStore();
  private final BusinessClock clock;
  private final Shards shards;

  DeliveryStore(BusinessClock clock) {
    this(clock, new Shards());
  }

  DeliveryStore(BusinessClock clock, Shards shards) {
    this.clock = clock;
    this.shards = shards;
  }

  /**
   * What to claim.
   *
   * @param after the merchant to continue after
   * @param perMerchant how many attempts one merchant may have under way
   * @param underWay how many each merchant has under way on this node, as a JSON object
   * @param only claims for this merchant; null for all, on one server
   */
  record Wanted(
      MerchantId after,
      int perMerchant,
      String underWay,
      int limit,
      Duration lease,
      @Nullable MerchantId only) {
    Wanted(MerchantId after, int perMerchant, String underWay, int limit, Duration lease) {
      this(after, perMerchant, underWay, limit, lease, null);
    }
  }

  /** Whether deliveries are pending, and whether some have waited long enough. */
  record Work(boolean pending, boolean waited) {}

  Work look(Connection connection) throws SQLException {
    try (PreparedStatement look = connection.prepareStatement(LOOK)) {
      look.setLong(1, clock.ahead().toMillis());
      try (ResultSet row = look.executeQuery()) {
        row.next();
        return new Work(row.getBoolean(1), row.getBoolean(2));
      }
    }
  }

  /** Claims deliveries; returns them in the order of their merchants. */
  List<DeliveryClaim> claim(Connection connection, Wanted wanted) throws SQLException {
    ClaimId claimId = ClaimId.random();
    long endsAtNanos = System.nanoTime() + wanted.lease.toNanos();
    List<DeliveryClaim> claims = new ArrayList<>();
    try (PreparedStatement claim = connection.prepareStatement(CLAIM)) {
      Object[] only = wanted.only == null ? null : new Object[] {wanted.only.value()};
      claim.setObject(1, wanted.after.value());
      Shards.bind(claim, 2, 7, only);
      claim.setLong(8, clock.ahead().toMillis());
      claim.setInt(9, wanted.perMerchant);
      claim.setString(10, wanted.underWay);
      claim.setInt(11, wanted.limit);
      claim.setObject(12, claimId.value());
      claim.setLong(13, wanted.lease.plus(clock.ahead()).toMillis());
      Shards.bind(claim, 14, 17, only);
      try (ResultSet row = claim.executeQuery()) {
        while (row.next()) {
          claims.add(
              new DeliveryClaim(
                  claimId,
                  new MerchantId(row.getObject(1, UUID.class)),
                  new DeliveryId(row.getObject(2, UUID.class)),
                  new EventId(row.getObject(3, UUID.class)),
                  new PaymentId(row.getObject(10, UUID.class)),
                  row.getInt(4) + 1,
                  row.getBytes(5),
                  "extended".equals(row.getString(9)) ? Retry.extended : Retry.standard,
                  webhook(row),
                  endsAtNanos));
        }
      }
    }
    return claims;
  }

  /** Records the attempts whose claim still holds; returns their deliveries. */
  Set<DeliveryId> record(Connection connection, List<FinishedAttempt> attempts)
      throws SQLException {
    Set<DeliveryId> held = new HashSet<>();
    Duration ahead = clock.ahead();
    try (PreparedStatement update = connection.prepareStatement(RECORD)) {
      ColumnArrays<FinishedAttempt> columns = new ColumnArrays<>(connection, update, attempts);
      columns.set(1, "uuid", attempt -> attempt.claim().merchantId().value());
      columns.set(2, "uuid", attempt -> attempt.claim().eventId().value());
      columns.set(3, "uuid", attempt -> attempt.claim().deliveryId().value());
      columns.set(4, "uuid", attempt -> attempt.claim().claimId().value());
      columns.set(5, "text", attempt -> attempt.stateAfter().name());
      columns.set(6, "bigint", attempt -> attempt.waitBeforeNext().plus(ahead).toMillis());
      Shards.bind(update, 7, 8, shards.only(merchants(attempts)));
      try (ResultSet row = update.executeQuery()) {
        while (row.next()) {
          held.add(new DeliveryId(row.getObject(1, UUID.class)));
        }
      }
    }
    List<FinishedAttempt> counted =
        attempts.stream().filter(attempt -> held.contains(attempt.claim().deliveryId())).toList();
    copyAttempts(connection, counted);
    days.add(connection, counted);
    return held;
  }

  /** Makes waiting deliveries pending whose time has come; returns how many. */
  int wake(Connection connection, int most, @Nullable MerchantId only) throws SQLException {
    Object[] merchants = only == null ? null : new Object[] {only.value()};
    try (PreparedStatement wake = connection.prepareStatement(WAKE)) {
      wake.setLong(1, clock.ahead().toMillis());
      Shards.bind(wake, 2, 3, merchants);
      wake.setInt(4, most);
      Shards.bind(wake, 5, 6, merchants);
      return wake.executeUpdate();
    }
  }

  /**
   * Returns the merchants that have deliveries to claim or to wake.
   *
   * @param among looks only at these merchants; at all of them if null
   */
  List<MerchantId> whoWaits(Connection connection, Object @Nullable [] among) throws SQLException {
    List<MerchantId> waiting = new ArrayList<>();
    try (PreparedStatement look = connection.prepareStatement(WHO_WAITS)) {
      look.setLong(1, clock.ahead().toMillis());
      Shards.bind(look, 2, 3, among);
      look.setInt(4, MOST_LOOKED_AT);
      look.setLong(5, clock.ahead().toMillis());
      Shards.bind(look, 6, 7, among);
      look.setInt(8, MOST_LOOKED_AT);
      try (ResultSet row = look.executeQuery()) {
        while (row.next()) {
          waiting.add(new MerchantId(row.getObject(1, UUID.class)));
        }
      }
    }
    return waiting;
  }

  /** Gives a claim back, so that another node can make the attempt at once. */
  void release(Connection connection, DeliveryClaim claim) throws SQLException {
    try (PreparedStatement release = connection.prepareStatement(RELEASE)) {
      release.setObject(1, claim.merchantId().value());
      release.setObject(2, claim.eventId().value());
      release.setObject(3, claim.deliveryId().value());
      release.setObject(4, claim.claimId().value());
      release.executeUpdate();
    }
  }

  private static List<UUID> merchants(List<FinishedAttempt> attempts) {
    return attempts.stream().map(it -> it.claim().merchantId().value()).distinct().toList();
  }

  private static DeliveryClaim.@Nullable Webhook webhook(ResultSet row) throws SQLException {
    String url = row.getString(6);
    return url == null ? null : new DeliveryClaim.Webhook(url, row.getBytes(7), row.getBytes(8));
  }

  private static void copyAttempts(Connection connection, List<FinishedAttempt> attempts)
      throws SQLException {
    BinaryCopy copy = new BinaryCopy(ATTEMPT_COLUMNS);
    for (FinishedAttempt attempt : attempts) {
      Instant startedAt = attempt.startedAt();
      copy.row()
          .uuid(attempt.claim().merchantId().value())
          .uuid(attempt.claim().eventId().value())
          .uuid(attempt.claim().deliveryId().value())
          .integer(attempt.claim().attempt())
          .timestamp(startedAt)
          .integer((int) attempt.outcome().duration().toMillis())
          .integer(attempt.outcome().status())
          .text(attempt.outcome().error())
          .text(attempt.outcome().responseBody());
    }
    copy.send(connection, COPY_ATTEMPTS);
  }
}
