package dev.paylink.chain.source;

/** From when on a block is never replaced: a rule of the chain, or the operator's choice. */
public sealed interface Finality {
  /** The node says so: {@code finalized} or {@code safe}. */
  record Tag(String name) implements Finality {}

  /** That many blocks stand on it. */
  record Depth(int blocks) implements Finality {}
}
