package dev.paylink.chain.source;

/** The state of a ref in a block, according to a quorum of nodes. */
public enum RefState {
  SETTLED,
  OPEN,
  /** Too few of the nodes that answered agree. */
  DISPUTED
}
