package dev.paylink.settlement.apply;

import java.util.Comparator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One movement of money on a chain: the log of a transaction. The hash is in lower case. */
record Transfer(long chainId, String hash, long logIndex) {
  /** The order in which rows are inserted, so that two nodes never deadlock. */
  static final Comparator<Transfer> ORDER =
      Comparator.comparing(Transfer::hash)
          .thenComparingLong(Transfer::logIndex)
          .thenComparingLong(Transfer::chainId);

  /** Returns the transfer of a confirmation; null if it names none, or only a part of one. */
  static @Nullable Transfer of(PaymentChange change) {
    return change instanceof Report report && report.type() == OutcomeType.CONFIRMED
        ? of(report.transaction())
        : null;
  }

  static @Nullable Transfer of(@Nullable OnChainTransaction told) {
    return told == null || told.chainId() == null || told.hash() == null || told.logIndex() == null
        ? null
        : new Transfer(told.chainId(), told.hash().toLowerCase(Locale.ROOT), told.logIndex());
  }

  /** Returns the transfer for people. */
  String words() {
    return "%s, log %d on chain %d".formatted(hash, logIndex, chainId);
  }

  /** Returns the hash without its prefix. */
  String digits() {
    return hash.substring(2);
  }
}
