package dev.paylink.webhook.event;

import dev.paylink.ids.ClaimId;
import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.binary.BinaryCopy;
import dev.paylink.platform.db.binary.ColumnArrays;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.webhook.settings.Retry;
import dev.paylink.webhook.settings.WebhookKey;
import dev.paylink.webhook.settings.WebhookScope;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGobject;

/**
 * The queue of deliveries in the database. All its times are the database's, by the business clock.
 *
 * <p>Claiming walks from webhook to webhook along the index of pending deliveries, one probe each,
 * and takes from each no more than its share: however long the queue of one endpoint is, the others
 * are found past it at once, also those of the same merchant.
 */
public final class DeliveryStore {
  public static final String CLAIM =
      """
      with recursive waiting (merchant_id, scope) as (
          (select merchant_id, scope from delivery
            where state = 'pending' and (merchant_id, scope) > (?, ?) and %1$s
            order by merchant_id, scope limit 1)
        union all
          select n.merchant_id, n.scope
            from waiting w
           cross join lateral (
                 select d.merchant_id, d.scope from delivery d
                  where d.state = 'pending'
                    and (d.merchant_id, d.scope) > (w.merchant_id, w.scope) and %2$s
                  order by d.merchant_id, d.scope limit 1) n),
      due as materialized (
        select d.merchant_id, d.event_id, d.id
          from waiting w
         cross join lateral (
               select d.merchant_id, d.event_id, d.id from delivery d
                where d.merchant_id = w.merchant_id and d.scope = w.scope
                  and d.state = 'pending' and %2$s
                  and d.due_at <= now() + ? * interval '1 millisecond'
                order by d.due_at
                limit greatest(0, ? - coalesce(
                        (?::jsonb ->> (w.merchant_id::text || ' ' || w.scope))::integer, 0))
                  for update skip locked) d
         limit ?),
      claimed as (
        update delivery d set claim_id = ?, due_at = now() + ? * interval '1 millisecond'
          from due
         where d.event_id = due.event_id and d.id = due.id and d.merchant_id = due.merchant_id
           and %2$s
        returning d.merchant_id, d.scope, d.id, d.event_id, d.attempts)
      select c.merchant_id, c.scope, c.id, c.event_id, c.attempts, e.body,
             case when w.active then w.url end as url, w.signing_secret,
             case when w.previous_secret_until > now() then w.previous_secret end
               as previous_secret,
             w.retry, e.payment_id
        from claimed c
       cross join lateral (
             select body, payment_id from event
              where id = c.event_id and merchant_id = c.merchant_id and %1$s offset 0) e
        left join lateral (
             select url, active, retry, signing_secret, previous_secret, previous_secret_until
               from webhook where merchant_id = c.merchant_id and scope = c.scope
             offset 0) w on true
       order by c.merchant_id, c.scope
      """
          .formatted(Shards.only("merchant_id"), Shards.only("d.merchant_id"));
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
  private static final String WAKE =
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
  private static final String HOLD =
      """
      update delivery set claim_id = null, due_at = now() + ? * interval '1 millisecond'
       where merchant_id = ? and event_id = ? and id = ? and claim_id = ?
      """;
  private static final String DELETE_OF_EVENTS =
      """
      delete from delivery where (event_id, id, merchant_id) in (
        select d.event_id, d.id, d.merchant_id
          from unnest(:events::uuid[], :merchants::uuid[]) as e (id, merchant_id)
         cross join lateral (
               select event_id, id, merchant_id from delivery
                where event_id = e.id and merchant_id = e.merchant_id and %1$s offset 0) d)
         and %1$s
      """
          .formatted(Shards.onlyNamed("merchant_id"));
  // A second transaction waits for the first and then finds them taken.
  private static final String TAKE_EXHAUSTED =
      """
      with open as materialized (
        select merchant_id, event_id, id from delivery
         where state = 'exhausted' and not superseded and due_at < 'infinity'
           and merchant_id >= :merchant and merchant_id <= :merchant and %1$s
           and exists (
               select 1 from event
                where id = delivery.event_id and merchant_id = delivery.merchant_id
                  and type = any(:types) and %1$s offset 0)
         order by merchant_id, id limit :limit for no key update)
      update delivery d set superseded = true
        from open
       where d.event_id = open.event_id and d.id = open.id and d.merchant_id = open.merchant_id
         and %2$s
      returning d.event_id
      """
          .formatted(Shards.onlyNamed("merchant_id"), Shards.onlyNamed("d.merchant_id"));
  // What somebody else holds is being sent again by them.
  private static final String TAKE_RUNS =
      """
      with open as materialized (
        select d.merchant_id, d.event_id, d.id
          from unnest(:events::uuid[], :runs::uuid[]) as r (event_id, id)
          join delivery d on d.event_id = r.event_id and d.id = r.id
         where d.merchant_id = :merchant and %1$s and d.state = 'exhausted' and not d.superseded
           for no key update of d skip locked)
      update delivery d set superseded = true
        from open
       where d.event_id = open.event_id and d.id = open.id and d.merchant_id = open.merchant_id
         and %1$s
      returning d.event_id
      """
          .formatted(Shards.onlyNamed("d.merchant_id"));
  // An exhausted event that is sent again needs no attention any more, and one that waits no other
  // run.
  private static final String SUPERSEDE =
      """
      update delivery set superseded = true, state = 'exhausted'
       where event_id = any(:events) and merchant_id = :merchant
         and (state = 'exhausted' and not superseded or state = 'waiting')
      """;
  // An attempt that is under way has a claim; it is not stopped half way.
  private static final String STOP =
      """
      update delivery set superseded = true, state = 'exhausted'
       where event_id = :event and merchant_id = :merchant
         and state in ('pending', 'waiting') and claim_id is null
      """;
  private static final String INSERT =
      """
      insert into delivery (merchant_id, id, event_id, scope, state, due_at, created_at)
      select merchant_id, :id, id, scope, 'pending', now(), now()
        from event where id = :event and merchant_id = :merchant
      """;

  private static final String COPY_FIRST =
      """
      copy delivery (merchant_id, id, event_id, scope, state, due_at, claim_id, created_at)
      from stdin binary
      """;
  private static final int FIRST_COLUMNS = 8;

  private final AttemptStore attempts = new AttemptStore();
  private final BusinessClock clock;
  private final Shards shards;

  public DeliveryStore(BusinessClock clock) {
    this(clock, new Shards());
  }

  public DeliveryStore(BusinessClock clock, Shards shards) {
    this.clock = clock;
    this.shards = shards;
  }

  /**
   * What to claim.
   *
   * @param after the webhook to continue after
   * @param perWebhook how many attempts one webhook may have under way
   * @param underWay how many each webhook has under way on this node, as a JSON object
   * @param only claims for this merchant; null for all, on one server
   */
  public record Wanted(
      WebhookKey after,
      int perWebhook,
      String underWay,
      int limit,
      Duration lease,
      @Nullable MerchantId only) {
    public Wanted(WebhookKey after, int perWebhook, String underWay, int limit, Duration lease) {
      this(after, perWebhook, underWay, limit, lease, null);
    }
  }

  /** Claims deliveries; returns them in the order of their webhooks. */
  public List<DeliveryClaim> claim(Connection connection, Wanted wanted) throws SQLException {
    ClaimId claimId = ClaimId.random();
    long endsAtNanos = System.nanoTime() + wanted.lease.toNanos();
    List<DeliveryClaim> claims = new ArrayList<>();
    try (PreparedStatement claim = connection.prepareStatement(CLAIM)) {
      Object[] only = wanted.only == null ? null : new Object[] {wanted.only.value()};
      claim.setObject(1, wanted.after.merchantId().value());
      claim.setString(2, wanted.after.scope().name());
      Shards.bind(claim, 3, 8, only);
      claim.setLong(9, clock.ahead().toMillis());
      claim.setInt(10, wanted.perWebhook);
      claim.setObject(11, jsonb(wanted.underWay));
      claim.setInt(12, wanted.limit);
      claim.setObject(13, claimId.value());
      claim.setLong(14, wanted.lease.plus(clock.ahead()).toMillis());
      Shards.bind(claim, 15, 18, only);
      try (ResultSet row = claim.executeQuery()) {
        while (row.next()) {
          claims.add(
              new DeliveryClaim(
                  claimId,
                  new WebhookKey(
                      new MerchantId(row.getObject("merchant_id", UUID.class)),
                      WebhookScope.valueOf(row.getString("scope"))),
                  new DeliveryId(row.getObject("id", UUID.class)),
                  new EventId(row.getObject("event_id", UUID.class)),
                  payment(row.getObject("payment_id", UUID.class)),
                  row.getInt("attempts") + 1,
                  row.getBytes("body"),
                  "extended".equals(row.getString("retry")) ? Retry.extended : Retry.standard,
                  row.getString("url") == null ? null : DeliveryClaim.Webhook.of(row),
                  endsAtNanos));
        }
      }
    }
    return claims;
  }

  /** Returns the text as a value that the server reads once, and not again for each webhook. */
  private static PGobject jsonb(String text) throws SQLException {
    PGobject value = new PGobject();
    value.setType("jsonb");
    value.setValue(text);
    return value;
  }

  /** Records the attempts whose claim still holds; returns their deliveries. */
  public Set<DeliveryId> record(Connection connection, List<FinishedAttempt> finished)
      throws SQLException {
    Set<DeliveryId> held = new HashSet<>();
    Duration ahead = clock.ahead();
    try (PreparedStatement update = connection.prepareStatement(RECORD)) {
      ColumnArrays<FinishedAttempt> columns = new ColumnArrays<>(connection, update, finished);
      columns.set(1, "uuid", attempt -> attempt.claim().merchantId().value());
      columns.set(2, "uuid", attempt -> attempt.claim().eventId().value());
      columns.set(3, "uuid", attempt -> attempt.claim().deliveryId().value());
      columns.set(4, "uuid", attempt -> attempt.claim().claimId().value());
      columns.set(5, "text", attempt -> attempt.stateAfter().name());
      columns.set(6, "bigint", attempt -> attempt.waitBeforeNext().plus(ahead).toMillis());
      Shards.bind(update, 7, 8, shards.only(merchants(finished)));
      try (ResultSet row = update.executeQuery()) {
        while (row.next()) {
          held.add(new DeliveryId(row.getObject("id", UUID.class)));
        }
      }
    }
    attempts.insert(
        connection,
        finished.stream().filter(it -> held.contains(it.claim().deliveryId())).toList());
    return held;
  }

  /** Makes waiting deliveries pending whose time has come; returns how many. */
  public int wake(Connection connection, int most, @Nullable MerchantId only) throws SQLException {
    Object[] merchants = only == null ? null : new Object[] {only.value()};
    try (PreparedStatement wake = connection.prepareStatement(WAKE)) {
      wake.setLong(1, clock.ahead().toMillis());
      Shards.bind(wake, 2, 3, merchants);
      wake.setInt(4, most);
      Shards.bind(wake, 5, 6, merchants);
      return wake.executeUpdate();
    }
  }

  /** Gives a claim back, so that another node can make the attempt at once. */
  public void release(Connection connection, DeliveryClaim claim) throws SQLException {
    try (PreparedStatement release = connection.prepareStatement(RELEASE)) {
      release.setObject(1, claim.merchantId().value());
      release.setObject(2, claim.eventId().value());
      release.setObject(3, claim.deliveryId().value());
      release.setObject(4, claim.claimId().value());
      release.executeUpdate();
    }
  }

  /** Gives a claim back, so that the same attempt is made later. */
  public void hold(Connection connection, DeliveryClaim claim, Duration pause) throws SQLException {
    try (PreparedStatement hold = connection.prepareStatement(HOLD)) {
      hold.setLong(1, pause.plus(clock.ahead()).toMillis());
      hold.setObject(2, claim.merchantId().value());
      hold.setObject(3, claim.eventId().value());
      hold.setObject(4, claim.deliveryId().value());
      hold.setObject(5, claim.claimId().value());
      hold.executeUpdate();
    }
  }

  /**
   * Adds one delivery for each of the events whose webhook wants it: claimed by this node, or due
   * at once for any.
   */
  void insertFirst(
      Connection connection,
      List<EventStore.NewEvent> events,
      Map<WebhookKey, EventStore.Listener> listening,
      FirstAttempts firstAttempts,
      Instant at)
      throws SQLException {
    BinaryCopy copy = new BinaryCopy(FIRST_COLUMNS);
    for (EventStore.NewEvent event : events) {
      EventStore.Listener listener = listening.get(event.webhook());
      if (!event.deliverable() || listener == null || !listener.types().contains(event.type())) {
        continue;
      }
      DeliveryId id = new DeliveryId(UuidV7.at(at));
      ClaimId claim = firstAttempts.claim(id, event, listener);
      copy.row()
          .uuid(event.merchantId().value())
          .uuid(id.value())
          .uuid(event.id().value())
          .text(event.scope().name())
          .text(DeliveryState.pending.name())
          .timestamp(claim == null ? at : at.plus(firstAttempts.lease()))
          .uuid(claim == null ? null : claim.value())
          .timestamp(at);
    }
    copy.send(connection, COPY_FIRST);
  }

  /** Ends the runs of the event that wait for an attempt; returns how many. */
  public int stop(Handle handle, MerchantId merchant, EventId event) {
    return handle.createUpdate(STOP).bind("merchant", merchant).bind("event", event).execute();
  }

  /** Marks exhausted deliveries of events of these types as taken; returns their events. */
  public List<EventId> takeExhausted(
      Handle handle, MerchantId merchant, List<String> types, int limit) {
    return handle
        .createQuery(TAKE_EXHAUSTED)
        .bind("merchant", merchant)
        .bind("only", Shards.of(handle).only(merchant.value()))
        .bindArray("types", String.class, types)
        .bind("limit", limit)
        .mapTo(EventId.class)
        .stream()
        .distinct()
        .toList();
  }

  /** Marks these exhausted deliveries as taken, as far as nobody else did; returns their events. */
  public List<EventId> takeRuns(
      Handle handle, MerchantId merchant, List<EventId> events, List<DeliveryId> runs) {
    return handle
        .createQuery(TAKE_RUNS)
        .bind("merchant", merchant)
        .bind("only", Shards.of(handle).only(merchant.value()))
        .bindArray("events", EventId.class, events)
        .bindArray("runs", DeliveryId.class, runs)
        .mapTo(EventId.class)
        .stream()
        .distinct()
        .toList();
  }

  /** Adds a new delivery for each event. */
  public void insert(Handle handle, MerchantId merchant, List<EventId> events) {
    if (events.isEmpty()) {
      return;
    }
    // By the clock of the first run: the latest run is the one with the largest id.
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    PreparedBatch batch = handle.prepareBatch(INSERT);
    for (EventId event : events) {
      batch.bind("merchant", merchant).bind("id", UuidV7.at(now)).bind("event", event).add();
    }
    batch.execute();
    handle
        .createUpdate(SUPERSEDE)
        .bind("merchant", merchant)
        .bindArray("events", EventId.class, events)
        .execute();
  }

  /**
   * Deletes the runs of these events. An attempt that is under way finds its delivery gone, and is
   * not recorded.
   */
  void deleteOf(
      Handle handle, @Nullable UUID only, List<EventId> events, List<MerchantId> merchants) {
    handle
        .createUpdate(DELETE_OF_EVENTS)
        .bind("only", only)
        .bindArray("events", EventId.class, events)
        .bindArray("merchants", MerchantId.class, merchants)
        .execute();
  }

  private static @Nullable PaymentId payment(@Nullable UUID id) {
    return id == null ? null : new PaymentId(id);
  }

  private static List<UUID> merchants(List<FinishedAttempt> attempts) {
    return attempts.stream().map(it -> it.claim().merchantId().value()).distinct().toList();
  }
}
