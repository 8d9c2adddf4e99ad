package dev.paylink.payment;

/** Exactly the four states of the interface. */
public enum PaymentStatus {
  created,
  submitted,
  success,
  failed
}
