package dev.paylink.platform.error;

/**
 * Why something is refused, independent of any protocol; {@code platform.http} maps each kind to a
 * status.
 */
public enum Kind {
  /** The input is wrong, whatever the state. */
  INVALID,
  /** The caller did not prove who it is. */
  UNAUTHENTICATED,
  /** The caller may not do this. */
  FORBIDDEN,
  /** The thing does not exist, or not for this caller. */
  NOT_FOUND,
  /** The state of the thing does not allow it now. */
  CONFLICT,
  /** The thing existed and is kept no longer. */
  GONE,
  /** The input is well-formed but contradicts what is stored. */
  UNPROCESSABLE,
  /** A limit is reached; the caller may retry later. */
  TOO_MANY,
  /** The service cannot do it now; the caller may retry later. */
  UNAVAILABLE
}
