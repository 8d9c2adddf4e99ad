package dev.paylink.credential;

/** Whether a call must be signed, or is only checked when it is. */
public enum Signature {
  REQUIRED,
  OPTIONAL
}
