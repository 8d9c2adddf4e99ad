package dev.paylink.chain.source;

import dev.paylink.chain.evm.Bytes32;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chain as one node sees it, through the settlement contract. Every answer may be late or a lie,
 * and a question may go unanswered: then it throws {@link ChainUnavailable}. Only a {@link Quorum}
 * of nodes is believed.
 */
public interface ChainSource {
  /** The newest block. */
  Header head();

  /** The newest block that will never be replaced. */
  Header finalized();

  /** The block of that number, null when the chain is not that long, as far as is known here. */
  @Nullable Header header(long number);

  /**
   * All settlements in these blocks, both ends included, in their order.
   *
   * @throws TooManyLogs when fewer blocks may bring an answer
   */
  List<SettledLog> logs(long from, long to);

  /** The settlements of these refs that are in these blocks. */
  List<SettledLog> logsOf(Collection<Bytes32> refs, long from, long to);

  /** What is at the configured addresses and is not as configured, each in a sentence. */
  default List<String> faults() {
    return List.of();
  }

  /** For each ref whether it was settled when exactly this block was the newest. */
  List<Boolean> settled(long number, Bytes32 hash, List<Bytes32> refs);
}
