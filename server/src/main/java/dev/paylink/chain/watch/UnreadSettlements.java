package dev.paylink.chain.watch;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.source.Sightings;
import dev.paylink.chain.source.TooManyLogs;
import dev.paylink.money.Bytes32;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Finds the log of a ref that the contract calls settled although no log said so: a node answered a
 * question for logs wrongly when the block was read. Searches backwards from the newest block, some
 * chunks a round, until the log is found. A paid payment is never expired because of a node's
 * mistake: a log that was not found is searched again when the contract is asked again.
 */
final class UnreadSettlements {
  private static final Logger LOG = System.getLogger(UnreadSettlements.class.getName());
  private static final int MAX_CHUNKS = 20;
  private static final int MAX_REFS = 1000;

  private final ChainConfig chain;
  private final Quorum quorum;
  private final FollowRefs<?> follow;

  /** For each ref, the block up to which it still has to be searched. */
  private final Map<Bytes32, Long> left = new LinkedHashMap<>();

  /** The number of blocks per question that the nodes accepted last. */
  private int range;

  UnreadSettlements(ChainConfig chain, Quorum quorum, FollowRefs<?> follow) {
    this.chain = chain;
    this.quorum = quorum;
    this.follow = follow;
    this.range = chain.logRange();
  }

  void handle(Collection<Bytes32> refs, Cursor cursor) {
    for (Bytes32 ref : refs) {
      if (left.size() < MAX_REFS) {
        left.putIfAbsent(ref, cursor.number());
      }
    }
    int chunks = MAX_CHUNKS;
    while (chunks > 0 && !left.isEmpty()) {
      // In turn, so that a ref that cannot be found does not keep the others waiting.
      for (Bytes32 ref : List.copyOf(left.keySet()).subList(0, Math.min(chunks, left.size()))) {
        look(ref, cursor);
        chunks--;
      }
    }
  }

  private void look(Bytes32 ref, Cursor cursor) {
    // If the operator set the cursor back, the blocks after it have not been read.
    long to = Math.min(cursor.number(), Objects.requireNonNull(left.get(ref)));
    long from = Math.max(chain.startBlock(), to - range + 1);
    Sightings<SettledLog> sightings;
    try {
      sightings = quorum.logsOf(List.of(ref), from, to);
    } catch (TooManyLogs e) {
      if (range == 1) {
        throw e;
      }
      range = Math.max(1, range / 2);
      return;
    }
    range = Math.min(chain.logRange(), 2 * range);
    boolean isKnown = follow.isRecorded(sightings.logs());
    List<SettledLog> proven = isKnown ? List.of() : follow.record(sightings, cursor);
    left.remove(ref);
    if (!proven.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "{0} on chain {1} was settled in block {2}, which the nodes had not reported",
          ref,
          Long.toString(chain.deployment().chainId()),
          Long.toString(proven.getFirst().blockNumber()));
    } else if (!isKnown && from > chain.startBlock()) {
      left.put(ref, from - 1); // at the end of the queue
    }
  }
}
