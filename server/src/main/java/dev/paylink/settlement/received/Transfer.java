package dev.paylink.settlement.received;

import dev.paylink.money.Bytes32;
import java.util.Comparator;

/** One movement of money on a chain: the log of a transaction. */
public record Transfer(long chainId, Bytes32 hash, long logIndex) {
  /** The order in which rows are inserted, so that two nodes never deadlock. */
  public static final Comparator<Transfer> ORDER =
      Comparator.comparing(Transfer::hash, Bytes32.ORDER)
          .thenComparingLong(Transfer::logIndex)
          .thenComparingLong(Transfer::chainId);

  /** Returns the transfer for people. */
  public String words() {
    return "%s, log %d on chain %d".formatted(hash, logIndex, chainId);
  }
}
