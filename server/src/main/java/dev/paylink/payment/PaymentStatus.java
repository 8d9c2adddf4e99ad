package dev.paylink.payment;

/** Exactly the four states of SEED §3. */
public enum PaymentStatus {
  created,
  submitted,
  success,
  failed
}
