package dev.paylink.chain.watch;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.NodeTimeout;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.source.Sightings;
import dev.paylink.chain.source.TooManyLogs;
import java.util.function.Consumer;

/**
 * Reads the logs of blocks that are not final. What a quorum of nodes saw there is never more than
 * a transaction that was sent: the block may be replaced.
 */
final class RecentLogs {
  /** Blocks that are read again, because a replaced block brings other logs. */
  private static final int OVERLAP = 3;

  private final ChainConfig chain;
  private final Quorum quorum;
  private long seen;

  /** The number of blocks per question that the nodes accepted last. */
  private int range;

  RecentLogs(ChainConfig chain, Quorum quorum) {
    this.chain = chain;
    this.quorum = quorum;
    this.range = chain.logRange();
  }

  void read(Cursor cursor, Consumer<Sightings<SettledLog>> each) {
    long head = quorum.head();
    long from = Math.max(cursor.number(), Math.min(seen, head) - OVERLAP) + 1;
    if (head < from) {
      return;
    }
    long to = Math.min(head, from + range - 1);
    try {
      each.accept(quorum.logs(from, to));
      range = Math.min(chain.logRange(), 2 * range);
      seen = to;
    } catch (TooManyLogs e) {
      range = (int) Math.max(1, (to - from + 1) / 2);
      seen = from == to ? to : seen; // a flooded block is read once it is final
    } catch (NodeTimeout e) {
      range = (int) Math.max(1, (to - from + 1) / 2);
      throw e;
    }
  }
}
