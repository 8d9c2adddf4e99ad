package dev.paylink.merchant.profile;

/**
 * How far a merchant's verification (KYB) has come; only {@link #KybVerified} may create payments.
 */
public enum Verification {
  Registered,
  KybSubmitted,
  KybVerified,
  KybRejected,
  Suspended
}
