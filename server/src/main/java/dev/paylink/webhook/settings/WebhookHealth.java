package dev.paylink.webhook.settings;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a webhook's deliveries go: the one definition for calls, pages, the desk and metrics. It is
 * read from the days that attempts are counted in.
 *
 * @param lastSuccessAt start of the last attempt that was delivered; null without one in {@link
 *     #DAYS} days
 * @param lastErrorAt start of the last attempt that failed; null without one in these days
 * @param lastErrorUrl where that one went; null if no webhook was active then
 * @param today the attempts since midnight UTC
 * @param yesterday those of the day before
 */
public record WebhookHealth(
    State state,
    @Nullable Instant lastSuccessAt,
    @Nullable Instant lastErrorAt,
    @Nullable String lastError,
    @Nullable String lastErrorUrl,
    Share today,
    Share yesterday) {
  /** As many failures in a row as a standard run has attempts make a webhook fail. */
  public static final int FAILING = 4;

  static final int DAYS = 31;

  /** The share of attempts, in percent, below which a webhook that still gets some is degraded. */
  private static final int ENOUGH_PERCENT = 90;

  /** The state of a webhook, by its attempts of today and yesterday. */
  public enum State {
    /** Nothing was sent to this address. */
    unknown,
    healthy,
    /** Too many attempts fail. */
    degraded,
    /** The last {@link #FAILING} attempts failed, and none was delivered since. */
    failing
  }

  /** The attempts of a day. */
  public record Share(long delivered, long failed) {
    static final Share NONE = new Share(0, 0);

    public long attempts() {
      return delivered + failed;
    }

    /** Returns how many were delivered, in whole percent; 100 only if all were. */
    public long percent() {
      return attempts() == 0 ? 0 : delivered * 100 / attempts();
    }

    private Share plus(Share other) {
      return new Share(delivered + other.delivered, failed + other.failed);
    }
  }

  /** A webhook's row of a day. */
  record Day(
      LocalDate day,
      long delivered,
      long failed,
      @Nullable Instant deliveredAt,
      @Nullable Instant failedAt,
      @Nullable String error,
      @Nullable String errorUrl,
      int failures) {
    Share share() {
      return new Share(delivered, failed);
    }
  }

  /** Judges a webhook with this address by its days. */
  static WebhookHealth of(String url, List<Day> days, LocalDate today) {
    List<Day> newestFirst =
        days.stream().sorted(Comparator.comparing(Day::day).reversed()).toList();
    Share ofToday = share(newestFirst, today);
    Share ofYesterday = share(newestFirst, today.minusDays(1));
    Day lastFailed =
        newestFirst.stream().filter(day -> day.failedAt != null).findFirst().orElse(null);
    return new WebhookHealth(
        state(url, newestFirst, lastFailed, ofToday.plus(ofYesterday), today.minusDays(1)),
        newestFirst.stream()
            .filter(day -> day.deliveredAt != null)
            .map(Day::deliveredAt)
            .findFirst()
            .orElse(null),
        lastFailed == null ? null : lastFailed.failedAt,
        lastFailed == null ? null : lastFailed.error,
        lastFailed == null ? null : lastFailed.errorUrl,
        ofToday,
        ofYesterday);
  }

  private static State state(
      String url, List<Day> newestFirst, @Nullable Day lastFailed, Share share, LocalDate since) {
    if (share.attempts() == 0) {
      return State.unknown;
    }
    // Errors of an address that was replaced say nothing about this one.
    boolean itsOwn = lastFailed != null && url.equals(lastFailed.errorUrl);
    boolean undelivered = undelivered(newestFirst, since);
    if (!itsOwn) {
      return undelivered ? State.unknown : State.healthy;
    }
    if (undelivered) {
      return State.failing;
    }
    return share.percent() < ENOUGH_PERCENT ? State.degraded : State.healthy;
  }

  /** Tells whether the latest attempts failed, {@link #FAILING} or more in a row on one day. */
  private static boolean undelivered(List<Day> newestFirst, LocalDate since) {
    for (Day day : newestFirst) {
      if (day.day.isBefore(since)) {
        return false;
      }
      if (day.failures >= FAILING || day.deliveredAt != null) {
        return day.failures >= FAILING;
      }
    }
    return false;
  }

  private static Share share(List<Day> days, LocalDate of) {
    return days.stream()
        .filter(day -> day.day.equals(of))
        .map(Day::share)
        .reduce(Share.NONE, Share::plus);
  }
}
