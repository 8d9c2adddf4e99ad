package dev.paylink.platform;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Tells an outage of something that everybody uses in three kinds of lines, however many notice it:
 * its begin, with the words of the first who noticed; once a minute, that it lasts; and its end,
 * with its length and what was refused.
 */
public final class OutageLog {
  /** The outages of this process's database. */
  public static final OutageLog DATABASE = new OutageLog("the database", System::nanoTime);

  private static final Logger LOG = System.getLogger(OutageLog.class.getName());
  private static final Duration REPEAT = Duration.ofMinutes(1);

  /** An outage is over when something works and nothing has failed for this long. */
  private static final Duration QUIET = Duration.ofSeconds(3);

  private volatile String what;
  private final LongSupplier nanoClock;
  private final LongAdder refused = new LongAdder();
  private volatile boolean away;
  private long beganNanos;
  private long failedNanos;
  private long toldNanos;
  private long failures;

  public OutageLog(String what, LongSupplier nanoClock) {
    this.what = what;
    this.nanoClock = nanoClock;
  }

  /** Says which server it is about, in the words of the log. */
  public void about(String server) {
    what = server;
  }

  /** Notes that something failed because of an outage. */
  public synchronized void failed(String who, Throwable failure) {
    long now = nanoClock.getAsLong();
    failures++;
    failedNanos = now;
    if (!away) {
      away = true;
      beganNanos = now;
      toldNanos = now;
      failures = 1;
      refused.reset();
      LOG.log(Level.WARNING, what + " is away: " + Outage.reason(failure) + " (" + who + ")");
    } else if (now - toldNanos >= REPEAT.toNanos()) {
      toldNanos = now;
      LOG.log(
          Level.WARNING,
          "%s has been away for %d s; %d calls were refused: %s"
              .formatted(what, seconds(now - beganNanos), refused.sum(), Outage.reason(failure)));
    }
  }

  /** Counts a call that was refused because of an outage. */
  public void refused() {
    refused.increment();
  }

  /** Notes that something worked. Costs nothing without an outage. */
  public void worked() {
    if (away) {
      end();
    }
  }

  private synchronized void end() {
    long now = nanoClock.getAsLong();
    if (away && now - failedNanos >= QUIET.toNanos()) {
      away = false;
      LOG.log(
          Level.INFO,
          "%s is back after %d s; %d calls were refused, and %d times work waited"
              .formatted(what, seconds(failedNanos - beganNanos), refused.sum(), failures));
    }
  }

  private static long seconds(long nanos) {
    return Duration.ofNanos(nanos).plusMillis(500).toSeconds();
  }
}
