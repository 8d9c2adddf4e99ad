package dev.paylink.desk.system;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a chain is read.
 *
 * @param block the last final block that was read; null if none was
 * @param blockTime when that block was made; null if none was read
 * @param halted why it is read no further; null if it is
 * @param simulated whether it makes blocks only when something happens
 */
public record ChainState(
    String name,
    @Nullable Long block,
    @Nullable Instant blockTime,
    @Nullable String halted,
    boolean simulated) {
  /** Returns what a node that watches this chain says that it leads. */
  public static String watching(String name) {
    return "chain " + name;
  }
}
