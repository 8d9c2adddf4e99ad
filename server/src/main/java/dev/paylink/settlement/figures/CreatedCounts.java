package dev.paylink.settlement.figures;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.id.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * How many payments a merchant created per day (UTC). Counted along the primary key when somebody
 * looks, from where the last look ended, so creating a payment costs nothing for it.
 *
 * <ul>
 *   <li>Nothing is counted twice: a step adds its count and moves the mark in one statement, and
 *       only from the mark it has started at.
 *   <li>Nothing is missed: ids are made under the lock of the merchant's invoice counter, from a
 *       clock read under it. Whoever has held that lock for a moment knows that no id before that
 *       moment is still to come.
 * </ul>
 */
public final class CreatedCounts {
  private static final String HORIZON =
      """
      with locked as materialized (
        select 1 from invoice_counter where merchant_id = :merchant for key share)
      select clock_timestamp() from locked
      """;
  private static final String KNOWN =
      """
      select day, created, counted_to from payment_day_created
       where merchant_id = :merchant and day >= :first
      """;
  public static final String STEP =
      """
      with step as materialized (
        select id from unnest('{created,submitted,success,failed}'::text[]) as s (status)
         cross join lateral (
               select id from payment
                where merchant_id = :merchant and created_at > '-infinity'
                  and (status, id) >= (s.status, :from) and (status, id) < (s.status, :to)
                order by status, id limit :limit) p
         order by id limit :limit)
      select (select count(*) from step), (select id from step order by id desc limit 1)
      """;
  private static final String BEGIN =
      """
      insert into payment_day_created (merchant_id, day, created, counted_to)
      values (:merchant, :day, :created, :to) on conflict do nothing
      """;
  private static final String GO_ON =
      """
      update payment_day_created set created = created + :created, counted_to = :to
       where merchant_id = :merchant and day = :day and counted_to = :from
      """;

  private static final int STEP_ROWS = 50_000;
  private static final Duration BUDGET = Duration.ofMillis(700);

  private final Jdbi jdbi;

  CreatedCounts(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** {@code upToDate} is false while there is more to count than one look may cost. */
  record Created(Map<LocalDate, Long> days, boolean upToDate) {}

  private record Mark(long created, UUID countedTo) {}

  Created since(MerchantId merchant, LocalDate first) {
    Instant horizon = jdbi.inTransaction(handle -> horizon(handle, merchant));
    return jdbi.withHandle(
        handle -> {
          boolean upToDate = horizon != null && catchUp(handle, merchant, first, horizon);
          Map<LocalDate, Long> days = new TreeMap<>();
          known(handle, merchant, first).forEach((day, mark) -> days.put(day, mark.created));
          return new Created(days, upToDate);
        });
  }

  private static @Nullable Instant horizon(Handle handle, MerchantId merchant) {
    return handle
        .createQuery(HORIZON)
        .bind("merchant", merchant)
        .mapTo(Instant.class)
        .findOne()
        .orElse(null);
  }

  private static boolean catchUp(
      Handle handle, MerchantId merchant, LocalDate first, Instant horizon) {
    long start = System.nanoTime();
    Map<LocalDate, Mark> known = known(handle, merchant, first);
    LocalDate last = LocalDate.ofInstant(horizon, ZoneOffset.UTC);
    for (LocalDate day = first; !day.isAfter(last); day = day.plusDays(1)) {
      UUID end = day.equals(last) ? UuidV7.floor(horizon) : floor(day.plusDays(1));
      Mark mark = known.get(day);
      while (mark == null || mark.countedTo.compareTo(end) < 0) {
        mark = step(handle, merchant, day, mark, end);
        if (mark == null || System.nanoTime() - start > BUDGET.toNanos()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Counts on; null when somebody else has just done it. */
  private static @Nullable Mark step(
      Handle handle, MerchantId merchant, LocalDate day, @Nullable Mark mark, UUID end) {
    UUID from = mark == null ? floor(day) : mark.countedTo;
    Mark counted =
        handle
            .createQuery(STEP)
            .bind("merchant", merchant)
            .bind("from", from)
            .bind("to", end)
            .bind("limit", STEP_ROWS)
            .map(
                row ->
                    row.getColumn(1, Long.class) < STEP_ROWS
                        ? new Mark(row.getColumn(1, Long.class), end)
                        : new Mark(
                            row.getColumn(1, Long.class),
                            UuidV7.after(row.getColumn(2, UUID.class))))
            .one();
    int stored =
        (mark == null ? handle.createUpdate(BEGIN) : handle.createUpdate(GO_ON).bind("from", from))
            .bind("merchant", merchant)
            .bind("day", day)
            .bind("created", counted.created)
            .bind("to", counted.countedTo)
            .execute();
    return stored == 1 ? counted : null;
  }

  private static Map<LocalDate, Mark> known(Handle handle, MerchantId merchant, LocalDate first) {
    Map<LocalDate, Mark> marks = new TreeMap<>();
    handle
        .createQuery(KNOWN)
        .bind("merchant", merchant)
        .bind("first", first)
        .map(
            row ->
                marks.put(
                    row.getColumn(1, LocalDate.class),
                    new Mark(row.getColumn(2, Long.class), row.getColumn(3, UUID.class))))
        .list();
    return marks;
  }

  private static UUID floor(LocalDate day) {
    return UuidV7.floor(day.atStartOfDay(ZoneOffset.UTC).toInstant());
  }
}
