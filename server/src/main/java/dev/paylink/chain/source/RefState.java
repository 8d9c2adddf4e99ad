package dev.paylink.chain.source;

/** What a quorum of nodes says of a ref in the state of a block. */
public enum RefState {
  SETTLED,
  OPEN,
  /** Too few of the nodes that answered say the same. */
  DISPUTED
}
