package dev.paylink.ratelimit;

import dev.paylink.platform.error.ErrorCode;
import dev.paylink.platform.error.Kind;

/** Error codes of limits that are reached. */
public enum LimitError implements ErrorCode {
  RATE_LIMITED(Kind.TOO_MANY),
  TOO_MANY_AUTH_FAILURES(Kind.TOO_MANY);

  private final Kind kind;

  LimitError(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Kind kind() {
    return kind;
  }
}
