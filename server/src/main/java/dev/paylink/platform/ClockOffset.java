package dev.paylink.platform;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Knows how far the clock of this machine is from the database's, which all nodes share. Signatures
 * are checked by the machine's clock: one that is wrong refuses calls that are right.
 */
public final class ClockOffset {
  /** From here on the log warns. */
  public static final Duration WARNING = Duration.ofSeconds(5);

  /** Beyond this a node is not ready. */
  public static final Duration UNUSABLE = Duration.ofSeconds(60);

  private static final Logger LOG = System.getLogger(ClockOffset.class.getName());

  /** An answer that took longer does not tell when it was given. */
  private static final Duration TOO_SLOW = Duration.ofSeconds(2);

  private final InstantSource machine;
  private volatile @Nullable Duration ahead;
  private boolean warned;

  public ClockOffset(InstantSource machine) {
    this.machine = machine;
  }

  /** Registers the offset as a gauge, which is NaN until the database was asked. */
  public ClockOffset meter(MeterRegistry registry) {
    Gauge.builder("paylink.clock.offset.seconds", this, ClockOffset::seconds)
        .description("how far this machine's clock is ahead of the database's")
        .register(registry);
    return this;
  }

  /** Compares with the database's clock, which the given call reads. */
  public void compare(Supplier<Instant> databaseClock) {
    Instant asked = machine.instant();
    long askedAtNanos = System.nanoTime();
    Instant told = databaseClock.get();
    Duration took = Duration.ofNanos(System.nanoTime() - askedAtNanos);
    if (took.compareTo(TOO_SLOW) < 0) {
      ahead = Duration.between(told, asked.plus(took.dividedBy(2)));
      report();
    }
  }

  /** Returns how far this machine's clock is ahead of the database's; null while unknown. */
  public @Nullable Duration ahead() {
    return ahead;
  }

  /** Returns what is wrong with this machine's clock, in one line; null if nothing is. */
  public @Nullable String warning() {
    return beyond(WARNING) ? text() : null;
  }

  /** Returns why signed calls cannot be served by this clock; null if they can. */
  public @Nullable String trouble() {
    return beyond(UNUSABLE) ? text() : null;
  }

  private synchronized void report() {
    boolean wrong = beyond(WARNING);
    if (wrong != warned) {
      LOG.log(
          wrong ? Level.WARNING : Level.INFO,
          wrong ? text() : "the clock of this machine agrees with the database's again");
      warned = wrong;
    }
  }

  private boolean beyond(Duration limit) {
    Duration now = ahead;
    return now != null && now.abs().compareTo(limit) > 0;
  }

  private String text() {
    Duration now = ahead;
    return now == null
        ? ""
        : "the clock of this machine is %d s %s the database's; set it right, or the database's"
            .formatted(wholeSeconds(now), now.isNegative() ? "behind" : "ahead of");
  }

  /** Returns the length of an offset, rounded, for messages. */
  public static long wholeSeconds(Duration offset) {
    return offset.abs().plusMillis(500).toSeconds();
  }

  private double seconds() {
    Duration now = ahead;
    return now == null ? Double.NaN : now.toMillis() / 1_000.0;
  }
}
