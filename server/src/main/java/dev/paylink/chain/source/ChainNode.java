package dev.paylink.chain.source;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** One node of a chain, and how reliable it was lately. */
public final class ChainNode {
  private static final Logger LOG = System.getLogger(ChainNode.class.getName());
  private static final long REST_AFTER_SILENCE = Duration.ofSeconds(30).toNanos();
  private static final int MAX_DOUBLINGS = 4;
  private static final long REST_AFTER_DISSENT = Duration.ofMinutes(10).toNanos();

  private final String name;
  private final ChainSource source;
  private final AtomicLong disagreements = new AtomicLong();
  private final AtomicLong silences = new AtomicLong();
  private final AtomicInteger silentInRow = new AtomicInteger();
  private volatile long restsUntilNanos = System.nanoTime();
  private volatile long doubtedUntilNanos = System.nanoTime();

  /**
   * @param name for logs and metrics, without the key that an address may contain
   */
  public ChainNode(String name, ChainSource source) {
    this.name = name;
    this.source = source;
  }

  public String name() {
    return name;
  }

  /** Returns how often this node contradicted a quorum of the others. */
  public long disagreements() {
    return disagreements.get();
  }

  /** Returns how often it did not answer, or was outrun by nodes that were asked later. */
  public long silences() {
    return silences.get();
  }

  /** Tells whether it is asked last because it did not answer. */
  public boolean isSilent() {
    return restsUntilNanos - System.nanoTime() > 0;
  }

  ChainSource source() {
    return source;
  }

  /**
   * Tells whether other nodes should be asked first, because this one failed or disagreed lately.
   */
  boolean isResting() {
    long now = System.nanoTime();
    return restsUntilNanos - now > 0 || doubtedUntilNanos - now > 0;
  }

  boolean isDoubted() {
    return doubtedUntilNanos - System.nanoTime() > 0;
  }

  void answered() {
    silentInRow.set(0);
  }

  /** Lets the node rest: for longer each time, until it answers. */
  void failed() {
    silences.incrementAndGet();
    int doublings = Math.min(silentInRow.getAndIncrement(), MAX_DOUBLINGS);
    restsUntilNanos = System.nanoTime() + (REST_AFTER_SILENCE << doublings);
  }

  void disagreed(String chain, String about) {
    disagreements.incrementAndGet();
    boolean news = !isDoubted();
    doubtedUntilNanos = System.nanoTime() + REST_AFTER_DISSENT;
    if (news) {
      LOG.log(
          Level.WARNING,
          "node {0} of chain {1} disagrees with the others about {2}; it is asked last for {3}"
              + " minutes",
          name,
          chain,
          about,
          Long.toString(Duration.ofNanos(REST_AFTER_DISSENT).toMinutes()));
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
