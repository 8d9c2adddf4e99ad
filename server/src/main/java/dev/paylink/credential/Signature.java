package dev.paylink.credential;

/** Whether a call must be signed, or its signature is checked only if it has one. */
public enum Signature {
  REQUIRED,
  OPTIONAL
}
