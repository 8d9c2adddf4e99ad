package dev.paylink.settlement.apply;

import dev.paylink.money.Bytes32;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** One movement of money on a chain: the log of a transaction. */
record Transfer(long chainId, Bytes32 hash, long logIndex) {
  /** The order in which rows are inserted, so that two nodes never deadlock. */
  static final Comparator<Transfer> ORDER =
      Comparator.comparing(Transfer::hash, Bytes32.ORDER)
          .thenComparingLong(Transfer::logIndex)
          .thenComparingLong(Transfer::chainId);

  /** Returns the transfer of a confirmation; null if it names none, or only a part of one. */
  static @Nullable Transfer of(PaymentChange change) {
    return change instanceof Report report && report.type() == OutcomeType.CONFIRMED
        ? of(report.transaction())
        : null;
  }

  static @Nullable Transfer of(@Nullable OnChainTransaction told) {
    if (told == null || told.chainId() == null || told.hash() == null || told.logIndex() == null) {
      return null;
    }
    Bytes32 hash = Bytes32.parse(told.hash());
    return hash == null ? null : new Transfer(told.chainId(), hash, told.logIndex());
  }

  /** Returns the transfer for people. */
  String words() {
    return "%s, log %d on chain %d".formatted(hash, logIndex, chainId);
  }
}
