package dev.paylink.webhook.delivery;

import dev.paylink.webhook.endpoint.AttemptResult;
import dev.paylink.webhook.endpoint.AttemptResult.Reach;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells endpoints that are down from a way out of this node that is: our resolver, our network, our
 * firewall. Attempts that fail because of our own fault do not count; their deliveries wait.
 *
 * <ul>
 *   <li>The way out is broken when attempts to {@link #MANY} different hosts failed alike within
 *       {@link #WITHIN}, before any connection, and hardly any other host was reached meanwhile.
 *   <li>It works again as soon as one of the hosts that failed is reached.
 *   <li>It is taken to be broken for {@link #LONGEST} at most; after that attempts count again.
 * </ul>
 */
final class WayOut {
  static final int MANY = 5;
  static final Duration WITHIN = Duration.ofSeconds(15);
  static final Duration LONGEST = Duration.ofHours(6);

  private static final Logger LOG = System.getLogger(WayOut.class.getName());
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  /** One host in this many may be reached while the others are not, such as one inside. */
  private static final int REACHED_PART = 5;

  private static final int MAX_HOSTS = 2_048;

  private final LongSupplier nanoClock;
  private final Map<String, Seen> hosts = new LinkedHashMap<>();
  private final Counter held;
  private volatile boolean failing;
  private boolean broken;
  private boolean overlong;
  private long brokenAtNanos;
  private long heldNow;

  private record Seen(Reach reach, long atNanos) {}

  WayOut(MeterRegistry registry) {
    this(System::nanoTime, registry);
  }

  WayOut(LongSupplier nanoClock, MeterRegistry registry) {
    this.nanoClock = nanoClock;
    Gauge.builder("paylink.webhook.way.out.broken", this, way -> way.isBroken() ? 1 : 0)
        .description("1: attempts to many hosts fail alike, so webhooks wait and are not counted")
        .register(registry);
    this.held =
        Counter.builder("paylink.webhook.attempts")
            .tag("result", "held")
            .description("attempts that have ended")
            .register(registry);
  }

  /**
   * Notes how an attempt ended.
   *
   * @return how long its delivery waits, uncounted, because the fault is ours; null if it counts
   */
  @Nullable Duration noted(String host, AttemptResult result) {
    Reach reach = result.reach();
    if (reach == Reach.ENDPOINT && !failing) {
      return null; // the usual case needs no lock
    }
    return reach == Reach.NOT_TRIED ? null : note(host, reach);
  }

  private synchronized @Nullable Duration note(String host, Reach reach) {
    long now = nanoClock.getAsLong();
    Seen before = hosts.remove(host);
    hosts.put(host, new Seen(reach, now));
    if (hosts.size() > MAX_HOSTS) {
      hosts.remove(hosts.keySet().iterator().next());
    }
    if (reach == Reach.ENDPOINT) {
      if (broken && before != null && before.reach != Reach.ENDPOINT) {
        recover(now);
      }
      return null;
    }
    failing = true;
    if (!broken) {
      judge(reach, now);
    }
    return broken ? hold(now) : null;
  }

  /** Decides whether this failure is one of many alike. */
  private void judge(Reach reach, long now) {
    int alike = 0;
    int reached = 0;
    hosts.values().removeIf(seen -> now - seen.atNanos > WITHIN.toNanos());
    for (Seen seen : hosts.values()) {
      if (seen.reach == reach) {
        alike++;
      } else if (seen.reach == Reach.ENDPOINT) {
        reached++;
      }
    }
    failing = alike > 0;
    if (alike < MANY || reached * REACHED_PART > alike) {
      return;
    }
    broken = true;
    overlong = false;
    brokenAtNanos = now;
    heldNow = 0;
    LOG.log(
        Level.WARNING,
        "the way out of this node is broken: {0} hosts within {1} s, {2}; webhooks wait, and these"
            + " attempts do not count",
        alike,
        WITHIN.toSeconds(),
        reach == Reach.NO_RESOLVER
            ? "our name server does not answer"
            : "none of them can be connected to");
  }

  private @Nullable Duration hold(long now) {
    Duration since = Duration.ofNanos(now - brokenAtNanos);
    if (since.compareTo(LONGEST) > 0) {
      if (!overlong) {
        overlong = true;
        LOG.log(
            Level.WARNING,
            "the way out of this node has been broken for {0} h; attempts count again",
            LONGEST.toHours());
      }
      return null;
    }
    heldNow++;
    held.increment();
    Duration pause = since.dividedBy(6);
    if (pause.compareTo(FIRST_PAUSE) < 0) {
      return FIRST_PAUSE;
    }
    return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
  }

  private void recover(long now) {
    broken = false;
    failing = false;
    hosts.clear();
    LOG.log(
        Level.INFO,
        "the way out of this node works again after {0} s; {1} attempts were not counted",
        Duration.ofNanos(now - brokenAtNanos).toSeconds(),
        heldNow);
  }

  synchronized boolean isBroken() {
    return broken && !overlong;
  }
}
