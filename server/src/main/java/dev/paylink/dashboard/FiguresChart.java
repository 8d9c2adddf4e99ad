package dev.paylink.dashboard;

import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.TimeFormat;
import dev.paylink.settlement.figures.DailyFigures.Day;
import dev.paylink.settlement.figures.DailyFigures.Figures;
import dev.paylink.settlement.figures.DailyFigures.Flags;
import dev.paylink.settlement.figures.Sums;
import dev.paylink.webhook.delivery.WebhookDayStore.Attempts;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A chart of thirty days as bars, in the units of the drawing, with the totals. */
record FiguresChart(
    List<Bar> bars,
    List<Line> lines,
    List<Day> days,
    long created,
    long success,
    long failed,
    SortedMap<String, Sums> sums,
    Flags flags,
    Attempts attempts,
    boolean upToDate) {
  static final int WIDTH = 900;
  static final int HEIGHT = 192;

  private static final int LEFT = 44;
  private static final double STEP = (WIDTH - LEFT) / 30.0;
  private static final int TOP = 8;
  private static final int BOTTOM = 156;

  /** One day: the created payments behind, the successful and failed ones stacked in front. */
  record Bar(
      Day day,
      String x,
      String width,
      Segment created,
      Segment success,
      Segment failed,
      boolean isLabelled) {
    String label(Words words) {
      return FiguresChart.day(words, day.day());
    }

    /** Returns what the bar shows, for those who do not see it. */
    String words(Words words) {
      return words.get("chart.bar", label(words), day.created(), day.success(), day.failed());
    }

    String middle() {
      return number(Double.parseDouble(x) + Double.parseDouble(width) / 2);
    }
  }

  record Segment(String y, String height) {}

  /** A horizontal line, and its value. */
  record Line(String y, long value) {}

  static FiguresChart of(Figures figures) {
    List<Day> days = figures.days();
    long most =
        days.stream()
            .mapToLong(d -> Math.max(d.created(), d.success() + d.failed()))
            .max()
            .orElse(0);
    long top = roundUp(most);
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < days.size(); i++) {
      bars.add(bar(days.get(i), i, days.size(), top));
    }
    List<Line> lines = List.of(new Line(number(y(top, top)), top), new Line(number(y(0, top)), 0));
    SortedMap<String, Sums> sums = new TreeMap<>();
    days.forEach(
        day -> day.sums().forEach((currency, its) -> sums.merge(currency, its, Sums::plus)));
    return new FiguresChart(
        bars,
        lines,
        days,
        days.stream().mapToLong(Day::created).sum(),
        days.stream().mapToLong(Day::success).sum(),
        days.stream().mapToLong(Day::failed).sum(),
        sums,
        days.stream().map(Day::flags).reduce(Flags.NONE, Flags::plus),
        days.stream().map(Day::attempts).reduce(Attempts.NONE, Attempts::plus),
        figures.upToDate());
  }

  boolean isEmpty() {
    return created + success + failed + flags.sum() == 0;
  }

  /** Returns how many payments were flagged, by each flag that was. */
  static String flags(Words words, Flags flags) {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("duplicate", flags.duplicates());
    counts.put("mismatch", flags.mismatches());
    counts.put("overpaid", flags.overpaid());
    counts.put("underpaid", flags.underpaid());
    counts.put("late", flags.late());
    return counts.entrySet().stream()
        .filter(count -> count.getValue() > 0)
        .map(count -> words.get("chart.flag." + count.getKey(), count.getValue()))
        .collect(Collectors.joining(" · "));
  }

  /** Returns the share of ended payments that succeeded, in whole percent. */
  String successRate() {
    long ended = success + failed;
    return ended == 0 ? "–" : success * 100 / ended + " %";
  }

  /** Returns the share of attempts that were delivered, in whole percent. */
  String deliveryRate() {
    long all = attempts.delivered() + attempts.retried() + attempts.exhausted();
    return all == 0 ? "–" : attempts.delivered() * 100 / all + " %";
  }

  /** Tells whether more attempts failed than a webhook that works has. */
  boolean fewDelivered() {
    long failed = attempts.retried() + attempts.exhausted();
    return failed > 0 && failed * 10 > attempts.delivered() + failed;
  }

  static String day(Words words, LocalDate day) {
    return TimeFormat.of(words).shortDay(day);
  }

  private static Bar bar(Day day, int index, int count, long top) {
    double x = LEFT + index * STEP + STEP * 0.18;
    return new Bar(
        day,
        number(x),
        number(STEP * 0.64),
        segment(0, day.created(), top),
        segment(0, day.success(), top),
        segment(day.success(), day.failed(), top),
        (count - 1 - index) % 7 == 0);
  }

  private static Segment segment(long below, long value, long top) {
    double upper = y(below + value, top);
    return new Segment(number(upper), number(y(below, top) - upper));
  }

  private static double y(long value, long top) {
    return BOTTOM - (BOTTOM - TOP) * (double) value / top;
  }

  /** Rounds up to a number that is easy to read: 1, 2 or 5 with zeros. */
  static long roundUp(long value) {
    for (long unit = 1; ; unit *= 10) {
      for (long digit : new long[] {1, 2, 5}) {
        if (digit * unit >= Math.max(1, value)) {
          return digit * unit;
        }
      }
    }
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
