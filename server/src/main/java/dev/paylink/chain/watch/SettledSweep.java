package dev.paylink.chain.watch;

import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.RefState;
import dev.paylink.money.Bytes32;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Asks the contract regularly about every ref that may still be paid, so that one whose log no node
 * showed is found long before its time runs out. Each round asks about some refs, each pass about
 * all of them. A pass goes a little beyond the end of a ref's time, so that the last check is after
 * it.
 */
final class SettledSweep {
  private static final int MAX_REFS = 200;
  private static final Duration PASS = Duration.ofMinutes(5);
  private static final Duration GRACE = Duration.ofMinutes(15);

  private final Quorum quorum;
  private final Followed<?> followed;
  private Followed.Open after = Followed.Open.after(0);
  private boolean isUnderWay;
  private long nextPassNanos = System.nanoTime();

  SettledSweep(Quorum quorum, Followed<?> followed) {
    this.quorum = quorum;
    this.followed = followed;
  }

  /** Returns refs that are settled although no log that was read says so. */
  Set<Bytes32> handle(Cursor cursor) {
    if (!isUnderWay) {
      if (nextPassNanos - System.nanoTime() > 0) {
        return Set.of();
      }
      isUnderWay = true;
      nextPassNanos = System.nanoTime() + PASS.toNanos();
      after = Followed.Open.after(cursor.time().minus(GRACE).getEpochSecond());
    }
    List<Followed.Open> page = followed.open(after, MAX_REFS);
    Set<Bytes32> settled = settled(page.stream().map(Followed.Open::ref).toList(), cursor);
    isUnderWay = page.size() == MAX_REFS;
    after = isUnderWay ? page.getLast() : after;
    return settled;
  }

  private Set<Bytes32> settled(List<Bytes32> page, Cursor cursor) {
    Set<Bytes32> settled = new HashSet<>();
    if (!page.isEmpty()) {
      List<RefState> states =
          quorum.settled(cursor.number(), Objects.requireNonNull(cursor.hash()), page);
      for (int i = 0; i < page.size(); i++) {
        if (states.get(i) == RefState.SETTLED) {
          settled.add(page.get(i));
        }
      }
    }
    return settled;
  }
}
