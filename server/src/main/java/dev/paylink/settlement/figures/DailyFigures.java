package dev.paylink.settlement.figures;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.BusinessClock;
import dev.paylink.settlement.figures.PaymentDayStore.Outcomes;
import dev.paylink.webhook.delivery.WebhookDayStore;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
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
   * By currency, {@code volume} has the amounts of the successes, and {@code sums} what moved. The
   * flags count payments by the day they were flagged.
   */
  public record Day(
      LocalDate day,
      long created,
      long success,
      long failed,
      SortedMap<String, BigDecimal> volume,
      SortedMap<String, Sums> sums,
      Flags flags,
      WebhookDayStore.Attempts attempts) {}

  /** How many payments were flagged, by flag. */
  public record Flags(long duplicates, long mismatches, long overpaid, long underpaid, long late) {
    public static final Flags NONE = new Flags(0, 0, 0, 0, 0);

    public Flags plus(Flags other) {
      return new Flags(
          duplicates + other.duplicates,
          mismatches + other.mismatches,
          overpaid + other.overpaid,
          underpaid + other.underpaid,
          late + other.late);
    }

    public long sum() {
      return duplicates + mismatches + overpaid + underpaid + late;
    }
  }

  public Figures of(MerchantId merchant) {
    LocalDate first = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).minusDays(DAYS - 1L);
    CreatedCounts.Created counted = created.since(merchant, first);
    return jdbi.withHandle(
        handle -> {
          Map<LocalDate, List<Outcomes>> outcomes =
              payments.since(handle, merchant, first).stream()
                  .collect(Collectors.groupingBy(Outcomes::day));
          Map<LocalDate, WebhookDayStore.Attempts> attempts =
              webhooks.since(handle, merchant, first);
          List<Day> days = new ArrayList<>(DAYS);
          for (int i = 0; i < DAYS; i++) {
            LocalDate day = first.plusDays(i);
            List<Outcomes> of = outcomes.getOrDefault(day, List.of());
            days.add(
                new Day(
                    day,
                    counted.days().getOrDefault(day, 0L),
                    count(of, Outcomes::success),
                    count(of, Outcomes::failed),
                    volume(of),
                    sums(of),
                    of.stream().map(Outcomes::flags).reduce(Flags.NONE, Flags::plus),
                    attempts.getOrDefault(day, WebhookDayStore.Attempts.NONE)));
          }
          return new Figures(days, counted.upToDate());
        });
  }

  private static long count(List<Outcomes> ofDay, ToLongFunction<Outcomes> what) {
    return ofDay.stream().mapToLong(what).sum();
  }

  private static SortedMap<String, BigDecimal> volume(List<Outcomes> ofDay) {
    return ofDay.stream()
        .filter(each -> each.volume().signum() != 0)
        .collect(
            Collectors.toMap(Outcomes::currency, Outcomes::volume, BigDecimal::add, TreeMap::new));
  }

  /** Returns the sums of the currencies that have some. */
  private static SortedMap<String, Sums> sums(List<Outcomes> ofDay) {
    return ofDay.stream()
        .filter(each -> !each.sums().isEmpty())
        .collect(Collectors.toMap(Outcomes::currency, Outcomes::sums, Sums::plus, TreeMap::new));
  }
}
