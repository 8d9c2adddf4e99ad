package dev.paylink.settlement.refund;

/** A sandbox's chain, on which refunds are paid without money. */
public interface SimulatedRefunds {
  /**
   * Puts the refund into the next block, unless it already is in one. Returns false if it is to be
   * paid on another chain, or its time has run out.
   */
  boolean pay(Refund refund);

  /**
   * Replaces the block that holds the refund before the block is final; the refund returns in a
   * later block. Returns false if it is in no block, or in a final one.
   */
  boolean reorganise(Refund refund);
}
