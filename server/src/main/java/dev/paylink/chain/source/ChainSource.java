package dev.paylink.chain.source;

import dev.paylink.chain.evm.Bytes32;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chain, seen through the settlement contract. Every answer may be late, and a question may go
 * unanswered: then it throws {@link ChainUnavailable}. What is answered is complete and belongs
 * together, as far as the source can tell.
 */
public interface ChainSource {
  /** The newest block. */
  Header head();

  /** The newest block that will never be replaced. */
  Header finalized();

  /** The block of that number, null when the chain is not that long, as far as is known here. */
  @Nullable Header header(long number);

  /** All settlements in these blocks, both ends included, in their order. */
  List<SettledLog> logs(long from, long to);

  /** The settlement of one ref, if it is in these blocks. */
  List<SettledLog> logsOf(Bytes32 ref, long from, long to);

  /** Distrusts the current node after a contradictory answer: another one is asked first. */
  default void doubt() {}

  /** For each ref whether it was settled when exactly this block was the newest. */
  List<Boolean> settled(long number, Bytes32 hash, List<Bytes32> refs);
}
