package dev.paylink.chain.simulated;

import dev.paylink.chain.source.SettledLog;

/** An event on a simulated chain, other than an empty block. */
sealed interface SimulatedEntry {
  /** A block contains a settlement. */
  record Included(long block, SettledLog log) implements SimulatedEntry {}

  /**
   * When the block after {@code to} comes, blocks {@code from} to {@code to} are replaced, and
   * everything included in them before is gone.
   */
  record Replaced(long from, long to) implements SimulatedEntry {}

  /** The chain is silent while the newest block is one of these. */
  record Outage(long from, long to) implements SimulatedEntry {}
}
