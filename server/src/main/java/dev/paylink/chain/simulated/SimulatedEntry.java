package dev.paylink.chain.simulated;

import dev.paylink.chain.source.SettledLog;

/** What happened on a simulated chain beyond empty blocks. */
sealed interface SimulatedEntry {
  /** A settlement stands in a block. */
  record Included(long block, SettledLog log) implements SimulatedEntry {}

  /**
   * When the block after {@code to} comes, blocks {@code from} to {@code to} turn out to be others,
   * without what was included in them before.
   */
  record Replaced(long from, long to) implements SimulatedEntry {}

  /** The chain is silent while the newest block is one of these. */
  record Outage(long from, long to) implements SimulatedEntry {}
}
