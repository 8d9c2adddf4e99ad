package dev.paylink.webhook.delivery;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.db.Shards;
import java.time.Duration;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Measures the length of the delivery queue at a bounded cost: counts end at {@link #MAX_COUNTED},
 * and the oldest delivery is found with one probe per webhook.
 */
public final class DeliveryQueueQueries {
  public static final int MAX_COUNTED = 50_000;

  private static final int MAX_MERCHANTS = 10_000;

  static final String COUNT =
      """
      with pending as materialized (
        select due_at, claim_id from delivery where state = 'pending' limit :most)
      select count(*) filter (where due_at <= now()) as due,
             count(*) filter (where due_at > now() and claim_id is null) as later,
             count(*) filter (where due_at > now() and claim_id is not null) as underway,
             extract(epoch from now() - min(due_at)) as oldest
        from pending
      """;
  static final String OLDEST_DUE =
      """
      with recursive waiting (merchant_id, scope, step) as (
          (select merchant_id, scope, 1 from delivery
            where state = 'pending' order by merchant_id, scope limit 1)
        union all
          select n.merchant_id, n.scope, w.step + 1
            from waiting w
           cross join lateral (
                 select d.merchant_id, d.scope from delivery d
                  where d.state = 'pending'
                    and (d.merchant_id, d.scope) > (w.merchant_id, w.scope)
                  order by d.merchant_id, d.scope limit 1) n
           where w.step < :most)
      select extract(epoch from now() - min(oldest.due_at))
        from waiting w
       cross join lateral (
             select due_at from delivery
              where merchant_id = w.merchant_id and scope = w.scope and state = 'pending'
              order by due_at limit 1) oldest
       where oldest.due_at <= now()
      """;

  // Who has something to claim or to wake, where merchants are on several servers.
  private static final String WHO_WAITS =
      """
      select merchant_id from (
        select merchant_id from delivery
         where state = 'pending' and due_at <= now() + :ahead * interval '1 millisecond'
         limit :most) pending
      union
      select merchant_id from (
        select merchant_id from delivery
         where state = 'waiting' and due_at <= now() + :ahead * interval '1 millisecond'
         order by due_at limit :most) waiting
      """;
  // Cheap to plan, for a node that has nothing to do.
  private static final String LOOK =
      """
      select (select 1 from delivery where state = 'pending' order by merchant_id limit 1)
             is not null as pending,
             (select 1 from delivery
               where state = 'waiting' and due_at <= now() + :ahead * interval '1 millisecond'
               order by due_at limit 1) is not null as waited
      """;

  private final Jdbi jdbi;

  public DeliveryQueueQueries(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * The deliveries that wait, on all nodes together.
   *
   * @param due deliveries that could be sent now
   * @param later deliveries that wait for their next attempt
   * @param underWay deliveries that some node holds a claim on
   * @param oldestDue how long the oldest has been due; null if none is
   */
  public record Depth(int due, int later, int underWay, @Nullable Duration oldestDue) {
    /** Returns false if there are more than were counted. */
    public boolean isWhole() {
      return due + later + underWay < MAX_COUNTED;
    }
  }

  public Depth depth() {
    return jdbi.withHandle(
        handle -> {
          boolean several = Shards.of(handle).areSeveral();
          Duration oldest = several ? null : oldestDue(handle);
          return handle
              .createQuery(COUNT)
              .bind("most", MAX_COUNTED)
              .map(
                  (row, context) ->
                      new Depth(
                          row.getInt("due"),
                          row.getInt("later"),
                          row.getInt("underway"),
                          several ? positive(row.getDouble("oldest")) : oldest))
              .one();
        });
  }

  /** Returns how long the oldest delivery has been due; null if none is. */
  public @Nullable Duration oldestDue() {
    return Shards.of(jdbi).areSeveral()
        ? depth().oldestDue()
        : jdbi.withHandle(DeliveryQueueQueries::oldestDue);
  }

  /** Among the counted ones: on several servers no walk leads from merchant to merchant. */
  private static @Nullable Duration positive(double seconds) {
    return seconds > 0 ? Duration.ofMillis((long) (seconds * 1_000)) : null;
  }

  private static @Nullable Duration oldestDue(Handle handle) {
    return handle
        .createQuery(OLDEST_DUE)
        .bind("most", MAX_MERCHANTS)
        .map(
            (row, context) -> {
              double seconds = row.getDouble(1);
              return row.wasNull() ? null : Duration.ofMillis((long) (seconds * 1_000));
            })
        .findOne()
        .orElse(null);
  }

  /** Whether deliveries are pending, and whether some have waited long enough. */
  record Work(boolean pending, boolean waited) {}

  /** Looks whether there is anything to do, by the business clock. */
  Work look(BusinessClock clock) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(LOOK)
                .bind("ahead", clock.ahead().toMillis())
                .mapTo(Work.class)
                .one());
  }

  /** Returns the merchants that have deliveries to claim or to wake, by the business clock. */
  List<MerchantId> whoWaits(BusinessClock clock) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(WHO_WAITS)
                .bind("ahead", clock.ahead().toMillis())
                .bind("most", MAX_MERCHANTS)
                .mapTo(MerchantId.class)
                .list());
  }
}
