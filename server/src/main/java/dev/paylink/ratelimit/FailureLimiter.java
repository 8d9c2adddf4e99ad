package dev.paylink.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylink.platform.http.IpAddress;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Slows down attackers who guess credentials: makes a source wait after too many failures with one
 * name, or of the source as a whole. A name is the presented credential: a key, an e-mail address,
 * a token.
 *
 * <ul>
 *   <li>Nobody at another address is affected, except by wrong passwords for one name from many
 *       addresses ({@link Limit#WRONG_PASSWORDS}), and then only in a browser that is not known.
 *   <li>A name that was right from the same source within an hour keeps working while the source
 *       waits. Guesses at that very name still make it wait.
 *   <li>A guess is counted when it begins and given back if it was right, so concurrent guesses
 *       never exceed the limit.
 * </ul>
 *
 * <p>An empty bucket is pushed into debt for the pause, so nodes that share their buckets share the
 * pause too. Each node remembers who is waiting, so that a call in good standing needs no look at a
 * shared bucket.
 */
public final class FailureLimiter {
  private static final int MAX_NAME = 100;
  private static final int MAX_WAITING = 100_000;
  private static final int MAX_KNOWN = 100_000;
  private static final Duration KNOWN = Duration.ofHours(1);
  private static final long RENEWED_AFTER_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final Duration MAX_PAUSE =
      Arrays.stream(Limit.values()).map(Limit::pause).max(Comparator.naturalOrder()).orElseThrow();

  private final Buckets buckets;
  private final LongSupplier nanoClock;
  private final Cache<String, Long> waitingUntilNanos =
      Caffeine.newBuilder()
          .maximumSize(MAX_WAITING)
          .expireAfterWrite(MAX_PAUSE.plusMinutes(1))
          .build();
  private final Cache<String, Long> knownSinceNanos =
      Caffeine.newBuilder().maximumSize(MAX_KNOWN).expireAfterWrite(KNOWN).build();

  /** The number of guesses under way per bucket; no entry means none. */
  private final ConcurrentMap<String, Integer> underWay = new ConcurrentHashMap<>();

  public FailureLimiter(Buckets buckets) {
    this(buckets, System::nanoTime);
  }

  FailureLimiter(Buckets buckets, LongSupplier nanoClock) {
    this.buckets = buckets;
    this.nanoClock = nanoClock;
  }

  /** Returns why this source must not present this name now; null if it may. */
  public @Nullable Pause pause(String source, String name) {
    if (waitingUntilNanos.asMap().isEmpty()) {
      return null;
    }
    String pair = pair(source, name);
    Pause ofName = pause(Limit.FAILURES_OF_NAME, pair);
    Pause ofSource = isKnown(pair) ? null : pause(Limit.FAILURES_OF_SOURCE, network(source));
    return ofSource == null || (ofName != null && ofName.seconds() > ofSource.seconds())
        ? ofName
        : ofSource;
  }

  /** Counts one failed authentication. */
  public void failed(String source, String name) {
    failed(Limit.FAILURES_OF_SOURCE, network(source));
    failed(Limit.FAILURES_OF_NAME, pair(source, name));
  }

  /** Remembers that this name is used from this source, whatever others do there. */
  public void authenticated(String source, String name) {
    String pair = pair(source, name);
    Long since = knownSinceNanos.getIfPresent(pair);
    long now = nanoClock.getAsLong();
    if (since == null || now - since > RENEWED_AFTER_NANOS) { // not written with every call
      knownSinceNanos.put(pair, now);
    }
  }

  /** Begins a guess whose check takes long, so that no burst has more guesses than the limit. */
  public AuthenticationAttempt begin(String source, String name) {
    Pause pause = pause(source, name);
    String pair = pair(source, name);
    Counted guess = new Counted(pause, pair);
    if (pause == null) {
      guess.take(Limit.FAILURES_OF_SOURCE, network(source), !isKnown(pair));
      guess.take(Limit.FAILURES_OF_NAME, pair, true);
    }
    return guess;
  }

  /** Begins a guess that also counts against the name from all sources together. */
  public AuthenticationAttempt begin(String source, String name, Limit fromAllSources) {
    String whom = cut(name);
    Counted guess = (Counted) begin(source, name);
    if (guess.pause == null) {
      guess.pause = pause(fromAllSources, whom);
    }
    if (guess.pause == null) {
      guess.take(fromAllSources, whom, true);
    } else {
      guess.giveBack();
    }
    return guess;
  }

  /** Begins a guess that counts against {@code whom} alone, from any source. */
  public AuthenticationAttempt begin(Limit limit, String whom) {
    Pause pause = pause(limit, whom);
    Counted guess = new Counted(pause, null);
    if (pause == null) {
      guess.take(limit, whom, true);
    }
    return guess;
  }

  private void failed(Limit limit, String whom) {
    String name = limit.bucket(whom);
    ConsumptionProbe probe =
        buckets.use(name, limit.most(), bucket -> bucket.tryConsumeAndReturnRemaining(1));
    if (isInDebt(probe)) { // perhaps by another node
      waitFor(name, probe.getNanosToWaitForReset());
    } else if (probe.getRemainingTokens() == 0) {
      beginPause(limit, name);
    }
  }

  private void beginPause(Limit limit, String name) {
    // Deep enough that the bucket is full again exactly when the pause is over.
    long debt = limit.most() * (limit.pause().toMinutes() - 1);
    buckets.use(name, limit.most(), bucket -> bucket.consumeIgnoringRateLimits(debt));
    waitFor(name, limit.pause().toNanos());
  }

  /**
   * Returns whether the bucket is in debt: an empty one is full within the period, only one in debt
   * takes longer.
   */
  private static boolean isInDebt(ConsumptionProbe probe) {
    return !probe.isConsumed()
        && probe.getNanosToWaitForReset() > Buckets.PERIOD.toNanos() + TimeUnit.SECONDS.toNanos(1);
  }

  private void waitFor(String name, long nanos) {
    waitingUntilNanos.put(name, nanoClock.getAsLong() + nanos);
  }

  private @Nullable Pause pause(Limit limit, String whom) {
    @Nullable Long until = waitingUntilNanos.getIfPresent(limit.bucket(whom));
    if (until == null) {
      return null;
    }
    long left = until - nanoClock.getAsLong();
    return left <= 0 ? null : new Pause(limit, secondsUp(left));
  }

  private boolean isKnown(String pair) {
    @Nullable Long since = knownSinceNanos.getIfPresent(pair);
    return since != null && nanoClock.getAsLong() - since < KNOWN.toNanos();
  }

  private static long secondsUp(long nanos) {
    return Math.ceilDiv(nanos, TimeUnit.SECONDS.toNanos(1));
  }

  private static String network(String source) {
    return IpAddress.network(source);
  }

  private static String pair(String source, String name) {
    return network(source) + ' ' + cut(name);
  }

  private static String cut(String name) {
    return name.length() > MAX_NAME ? name.substring(0, MAX_NAME) : name;
  }

  /** A guess with the tokens it took; they are given back unless it was wrong. */
  private final class Counted implements AuthenticationAttempt {
    private final List<Taken> taken = new ArrayList<>();
    private final Set<Limit> exhausted = EnumSet.noneOf(Limit.class);
    private final @Nullable String pair;
    private @Nullable Pause pause;

    Counted(@Nullable Pause pause, @Nullable String pair) {
      this.pause = pause;
      this.pair = pair;
    }

    /** A token that was taken; an empty bucket that was not required is only remembered. */
    private record Taken(Limit limit, String name, boolean consumed) {}

    void take(Limit limit, String whom, boolean required) {
      if (pause != null) {
        return;
      }
      String name = limit.bucket(whom);
      ConsumptionProbe probe =
          buckets.use(name, limit.most(), bucket -> bucket.tryConsumeAndReturnRemaining(1));
      if (probe.isConsumed() || !required) {
        underWay.merge(name, 1, Integer::sum);
        taken.add(new Taken(limit, name, probe.isConsumed()));
        return;
      }
      giveBack();
      if (isInDebt(probe)) { // by another node
        waitFor(name, probe.getNanosToWaitForReset());
        pause = new Pause(limit, secondsUp(probe.getNanosToWaitForReset()));
      } else { // as many guesses as may be wrong are under way
        pause = new Pause(limit, secondsUp(probe.getNanosToWaitForRefill()));
      }
    }

    @Override
    public @Nullable Pause pause() {
      return pause;
    }

    @Override
    public void right() {
      giveBack();
      if (pair != null) {
        knownSinceNanos.put(pair, nanoClock.getAsLong());
      }
    }

    @Override
    public void wrong() {
      for (Taken each : taken) {
        int others = left(each.name);
        long available = buckets.use(each.name, each.limit.most(), Bucket::getAvailableTokens);
        // Guesses still under way hold a token each; the right ones give it back.
        if (each.consumed && available + others == 0) {
          beginPause(each.limit, each.name);
          exhausted.add(each.limit);
        }
      }
      taken.clear();
    }

    @Override
    public boolean exhausted(Limit limit) {
      return exhausted.contains(limit);
    }

    @Override
    public void close() {
      giveBack();
    }

    private void giveBack() {
      for (Taken each : taken) {
        left(each.name);
        if (each.consumed) {
          buckets.use(
              each.name,
              each.limit.most(),
              bucket -> {
                bucket.addTokens(1);
                return true;
              });
        }
      }
      taken.clear();
    }

    /** Returns how many other guesses are under way. */
    private int left(String name) {
      Integer others = underWay.computeIfPresent(name, (key, n) -> n == 1 ? null : n - 1);
      return others == null ? 0 : others;
    }
  }
}
