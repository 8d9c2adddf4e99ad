package dev.paylink.settlement.refund;

/** What is known of a refund. */
public enum RefundStatus {
  /** Nothing of it is on the chain. */
  requested,
  /** A transaction pays it, in a block that is not final. */
  sent,
  /** A final block has paid it. */
  settled,
  /** Its time has run out, so that it can no longer be paid. */
  failed,
  /** The merchant does not want it any more. */
  canceled
}
