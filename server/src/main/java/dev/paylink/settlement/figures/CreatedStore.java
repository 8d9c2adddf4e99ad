package dev.paylink.settlement.figures;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** The number of payments created per day, as far as {@link CreatedCounts} has counted. */
public final class CreatedStore {
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

  /** The count of a day's payments before the id {@code countedTo}. */
  record Mark(long created, UUID countedTo) {}

  @Nullable Instant horizon(Handle handle, MerchantId merchant) {
    return handle
        .createQuery(HORIZON)
        .bind("merchant", merchant)
        .mapTo(Instant.class)
        .findOne()
        .orElse(null);
  }

  /** Counts ids of that range, at most {@code rows}; returns the count and where it ended. */
  Mark count(Handle handle, MerchantId merchant, UUID from, UUID end, int rows) {
    return handle
        .createQuery(STEP)
        .bind("merchant", merchant)
        .bind("from", from)
        .bind("to", end)
        .bind("limit", rows)
        .map(
            row ->
                row.getColumn(1, Long.class) < rows
                    ? new Mark(row.getColumn(1, Long.class), end)
                    : new Mark(
                        row.getColumn(1, Long.class), UuidV7.after(row.getColumn(2, UUID.class))))
        .one();
  }

  /** Stores the first mark of a day; returns false if there already is one. */
  boolean begin(Handle handle, MerchantId merchant, LocalDate day, Mark counted) {
    return store(handle.createUpdate(BEGIN), merchant, day, counted);
  }

  /** Adds to a day; returns false if the mark of the day is no longer {@code from}. */
  boolean goOn(Handle handle, MerchantId merchant, LocalDate day, UUID from, Mark counted) {
    return store(handle.createUpdate(GO_ON).bind("from", from), merchant, day, counted);
  }

  Map<LocalDate, Mark> known(Handle handle, MerchantId merchant, LocalDate first) {
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

  private static boolean store(Update update, MerchantId merchant, LocalDate day, Mark counted) {
    return update
            .bind("merchant", merchant)
            .bind("day", day)
            .bind("created", counted.created)
            .bind("to", counted.countedTo)
            .execute()
        == 1;
  }
}
