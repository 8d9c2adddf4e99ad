package dev.paylink.settlement.figures;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.BusinessClock;
import dev.paylink.webhook.delivery.WebhookDayStore;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** A merchant's last thirty days; costs the same however many payments there are. */
public final class DailyFigures {
  static final int DAYS = 30;

  private final PaymentDayStore payments = new PaymentDayStore();
  private final WebhookDayStore webhooks = new WebhookDayStore();
  private final Jdbi jdbi;
  private final CreatedCounts created;
  private final InstantSource clock;

  public DailyFigures(Jdbi jdbi, InstantSource clock, BusinessClock createdBy) {
    this.jdbi = jdbi;
    this.created = new CreatedCounts(jdbi, createdBy);
    this.clock = clock;
  }

  /**
   * The days, oldest first, including days without anything; {@code upToDate}: all of them counted.
   */
  public record Figures(List<Day> days, boolean upToDate) {}

  /**
   * {@code volume} is the sum of successful payments by currency, and {@code refunded} that of
   * refunds that were settled; {@code duplicates}, {@code mismatches} and {@code overpaid} count
   * payments by the day they were flagged.
   */
  public record Day(
      LocalDate day,
      long created,
      long success,
      long failed,
      SortedMap<String, BigDecimal> volume,
      long duplicates,
      long mismatches,
      long overpaid,
      SortedMap<String, BigDecimal> refunded,
      WebhookDayStore.Attempts attempts) {}

  /** The totals of a day's outcomes. */
  private static final class Outcomes {
    private long success;
    private long failed;
    private long duplicates;
    private long mismatches;
    private long overpaid;
    private final SortedMap<String, BigDecimal> volume = new TreeMap<>();
    private final SortedMap<String, BigDecimal> refunded = new TreeMap<>();
  }

  public Figures of(MerchantId merchant) {
    LocalDate first = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).minusDays(DAYS - 1L);
    CreatedCounts.Created counted = created.since(merchant, first);
    return jdbi.withHandle(
        handle -> {
          Map<LocalDate, Outcomes> outcomes = outcomes(handle, merchant, first);
          Map<LocalDate, WebhookDayStore.Attempts> attempts =
              webhooks.since(handle, merchant, first);
          List<Day> days = new ArrayList<>(DAYS);
          for (int i = 0; i < DAYS; i++) {
            LocalDate day = first.plusDays(i);
            Outcomes of = outcomes.getOrDefault(day, new Outcomes());
            days.add(
                new Day(
                    day,
                    counted.days().getOrDefault(day, 0L),
                    of.success,
                    of.failed,
                    of.volume,
                    of.duplicates,
                    of.mismatches,
                    of.overpaid,
                    of.refunded,
                    attempts.getOrDefault(day, WebhookDayStore.Attempts.NONE)));
          }
          return new Figures(days, counted.upToDate());
        });
  }

  private Map<LocalDate, Outcomes> outcomes(Handle handle, MerchantId merchant, LocalDate first) {
    Map<LocalDate, Outcomes> days = new HashMap<>();
    for (PaymentDayStore.Outcomes stored : payments.since(handle, merchant, first)) {
      Outcomes day = days.computeIfAbsent(stored.day(), ignored -> new Outcomes());
      day.success += stored.success();
      day.failed += stored.failed();
      day.duplicates += stored.duplicates();
      day.mismatches += stored.mismatches();
      day.overpaid += stored.overpaid();
      if (stored.volume().signum() != 0) {
        day.volume.put(stored.currency(), stored.volume());
      }
      if (stored.refunded().signum() != 0) {
        day.refunded.put(stored.currency(), stored.refunded());
      }
    }
    return days;
  }
}
