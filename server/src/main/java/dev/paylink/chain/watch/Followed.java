package dev.paylink.chain.watch;

import dev.paylink.chain.source.SettledLog;
import dev.paylink.money.Bytes32;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Payments, or refunds, as one deployment settles them, each under a ref that the contract takes
 * once. What differs between the two is here; {@link FollowRefs} is what they have in common.
 */
interface Followed<M extends Followed.Match> {
  /** A log with what it settles. */
  interface Match {
    SettledLog log();

    /** Returns whether a settlement of the same ref is recorded. */
    boolean isRecorded();

    /** Returns whether a block that is not final tells something new with it. */
    boolean isNews();
  }

  /** A ref that is not settled, as far as the chain was read. */
  record Open(long deadline, Bytes32 ref) {
    /** Returns the position before all refs whose time ends after this second. */
    static Open after(long seconds) {
      return new Open(seconds, Bytes32.LAST);
    }
  }

  /** Returns the next refs that are not settled, ordered by the end of their time. */
  List<Open> open(Open after, int most);

  /** Returns the logs that are about these payments or refunds. */
  List<M> match(List<SettledLog> logs);

  /** Notes what a quorum has in blocks that are not final, while the cursor stays. */
  void see(List<M> held, Cursor cursor);

  /**
   * Records what is proven in final blocks, one for each ref.
   *
   * @param to where the cursor moves with the last of it; it stays for refunds, which come first
   * @param at when the newest of these blocks was made; null if it is not known
   */
  void settle(List<M> proven, Cursor from, Cursor to, @Nullable Instant at);

  /**
   * Ends those whose time has run out, while the cursor stays; returns refs that are settled
   * although no log that was read says so.
   */
  Set<Bytes32> end(Cursor cursor);
}
