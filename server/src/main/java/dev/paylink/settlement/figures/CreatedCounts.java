package dev.paylink.settlement.figures;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.BusinessClock;
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
 * Counts the payments a merchant created per day (UTC). Counts along the primary key when somebody
 * looks, from where the last look ended, so creating a payment costs nothing extra.
 *
 * <ul>
 *   <li>Nothing is counted twice: a step adds its count and moves the mark in one statement, and
 *       only from the mark it started at.
 *   <li>Nothing is missed: ids are made under the lock of the merchant's invoice counter, from a
 *       clock read under it. After holding that lock for a moment, a counter knows that no id
 *       before that moment is still to come.
 * </ul>
 */
final class CreatedCounts {
  private static final int STEP_ROWS = 50_000;
  private static final Duration BUDGET = Duration.ofMillis(700);

  private final CreatedStore store = new CreatedStore();
  private final Jdbi jdbi;
  private final BusinessClock clock;

  CreatedCounts(Jdbi jdbi, BusinessClock clock) {
    this.jdbi = jdbi;
    this.clock = clock;
  }

  /** {@code upToDate} is false while there is more to count than one look may cost. */
  record Created(Map<LocalDate, Long> days, boolean upToDate) {}

  Created since(MerchantId merchant, LocalDate first) {
    Instant now = jdbi.inTransaction(handle -> store.horizon(handle, merchant));
    Instant horizon = now == null ? null : clock.at(now);
    return jdbi.withHandle(
        handle -> {
          boolean upToDate = horizon != null && catchUp(handle, merchant, first, horizon);
          Map<LocalDate, Long> days = new TreeMap<>();
          store
              .known(handle, merchant, first)
              .forEach((day, mark) -> days.put(day, mark.created()));
          return new Created(days, upToDate);
        });
  }

  private boolean catchUp(Handle handle, MerchantId merchant, LocalDate first, Instant horizon) {
    long start = System.nanoTime();
    Map<LocalDate, CreatedStore.Mark> known = store.known(handle, merchant, first);
    LocalDate last = LocalDate.ofInstant(horizon, ZoneOffset.UTC);
    for (LocalDate day = first; !day.isAfter(last); day = day.plusDays(1)) {
      UUID end = day.equals(last) ? UuidV7.floor(horizon) : floor(day.plusDays(1));
      CreatedStore.Mark mark = known.get(day);
      while (mark == null || mark.countedTo().compareTo(end) < 0) {
        mark = step(handle, merchant, day, mark, end);
        if (mark == null || System.nanoTime() - start > BUDGET.toNanos()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Counts one step further; null if somebody else has just done so. */
  private CreatedStore.@Nullable Mark step(
      Handle handle,
      MerchantId merchant,
      LocalDate day,
      CreatedStore.@Nullable Mark mark,
      UUID end) {
    UUID from = mark == null ? floor(day) : mark.countedTo();
    CreatedStore.Mark counted = store.count(handle, merchant, from, end, STEP_ROWS);
    boolean stored =
        mark == null
            ? store.begin(handle, merchant, day, counted)
            : store.goOn(handle, merchant, day, from, counted);
    return stored ? counted : null;
  }

  private static UUID floor(LocalDate day) {
    return UuidV7.floor(day.atStartOfDay(ZoneOffset.UTC).toInstant());
  }
}
