package dev.paylink.payment.reuse;

/** Whether a reusable link takes payments, and if not, why. */
public enum LinkState {
  open,
  /** Its merchant has archived it. */
  archived,
  /** Its merchant has switched it off. */
  off,
  /** It has made as many payments as it may. */
  used_up,
  /** Its time is over. */
  ended,
  /** Its merchant cannot be paid now: not verified, suspended, or without an address. */
  closed
}
