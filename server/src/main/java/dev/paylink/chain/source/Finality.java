package dev.paylink.chain.source;

/**
 * When a block is final, that is, never replaced: a rule of the chain, or the operator's choice.
 */
public sealed interface Finality {
  /** The block is final when the node says so: {@code finalized} or {@code safe}. */
  record Tag(String name) implements Finality {}

  /** The block is final when this many blocks follow it. */
  record Depth(int blocks) implements Finality {}
}
