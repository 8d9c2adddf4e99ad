package dev.paylink.requestlog;

import java.util.concurrent.TimeUnit;

/**
 * How many entries of one kind a merchant may still have: so many a minute, and so many a day. Once
 * they are used up, asking costs one read.
 */
final class LogQuota {
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
  private static final long DAY = TimeUnit.DAYS.toNanos(1);

  private final int perMinute;
  private final int perDay;
  private int inMinute;
  private int inDay;
  private long minuteSince;
  private long daySince;
  private volatile boolean full;
  private volatile long fullUntil;

  LogQuota(int perMinute, int perDay, long nowNanos) {
    this.perMinute = perMinute;
    this.perDay = perDay;
    this.minuteSince = nowNanos;
    this.daySince = nowNanos;
  }

  /** Takes one; returns false if there is none left at this time. */
  boolean take(long nowNanos) {
    if (full && nowNanos - fullUntil < 0) {
      return false;
    }
    return takeNow(nowNanos);
  }

  private synchronized boolean takeNow(long nowNanos) {
    if (nowNanos - minuteSince >= MINUTE) {
      minuteSince = nowNanos;
      inMinute = 0;
    }
    if (nowNanos - daySince >= DAY) {
      daySince = nowNanos;
      inDay = 0;
    }
    boolean noneToday = inDay == perDay;
    if (noneToday || inMinute == perMinute) {
      fullUntil = noneToday ? daySince + DAY : minuteSince + MINUTE;
      full = true;
      return false;
    }
    full = false;
    inMinute++;
    inDay++;
    return true;
  }
}
