package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Bytes32;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.SettledLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the log of a ref that the contract calls settled though no log said so: a node answered a
 * question for logs wrongly when the block was read. Looks from the newest block back, some chunks
 * a round, until it is found; a payment that was made is never given up for a node's mistake.
 */
final class UnreadSettlements {
  private static final Logger LOG = System.getLogger(UnreadSettlements.class.getName());
  private static final int MAX_CHUNKS = 20;
  private static final int MAX_REFS = 1000;

  private final ChainConfig chain;
  private final Quorum quorum;
  private final ConfirmSettlements confirm;

  /** Up to which block each ref is still to be looked for. */
  private final Map<Bytes32, Long> left = new LinkedHashMap<>();

  UnreadSettlements(ChainConfig chain, Quorum quorum, ConfirmSettlements confirm) {
    this.chain = chain;
    this.quorum = quorum;
    this.confirm = confirm;
  }

  void handle(Collection<Bytes32> refs, Cursor cursor) {
    left.keySet().retainAll(refs);
    for (Bytes32 ref : refs) {
      if (left.size() < MAX_REFS) {
        left.putIfAbsent(ref, cursor.number());
      }
    }
    int chunks = MAX_CHUNKS;
    for (Bytes32 ref : List.copyOf(left.keySet())) {
      while (chunks-- > 0 && !found(ref, cursor)) {}
    }
  }

  /** True when it need not be looked for any longer in this round. */
  private boolean found(Bytes32 ref, Cursor cursor) {
    long to = left.getOrDefault(ref, cursor.number());
    long from = Math.max(chain.startBlock(), to - chain.logRange() + 1);
    List<SettledLog> proven =
        confirm.handle(quorum.logsOf(List.of(ref), from, to), cursor, cursor, null).proven();
    if (proven.isEmpty()) {
      boolean exhausted = from == chain.startBlock();
      left.put(ref, exhausted ? cursor.number() : from - 1); // then once more from the newest
      return exhausted;
    }
    LOG.log(
        Level.WARNING,
        "{0} on chain {1} was settled in block {2}, which the nodes had not reported",
        ref,
        Long.toString(chain.deployment().chainId()),
        Long.toString(proven.getFirst().blockNumber()));
    left.remove(ref);
    return true;
  }
}
