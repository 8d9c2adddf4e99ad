package dev.paylink.platform.error;

import org.jspecify.annotations.Nullable;

/**
 * An error code that programs can tell apart. Each part implements it as one enum, the table of its
 * codes.
 */
public interface ErrorCode {
  /** Returns the code as the API shows it, such as {@code PAYMENT_NOT_FOUND}. */
  String name();

  Kind kind();

  /** Returns how to authenticate instead (RFC 9110's challenge); null if there is one way only. */
  default @Nullable String challenge() {
    return null;
  }
}
