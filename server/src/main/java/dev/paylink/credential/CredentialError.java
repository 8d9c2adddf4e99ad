package dev.paylink.credential;

import dev.paylink.platform.error.ErrorCode;
import dev.paylink.platform.error.Kind;

/** Error codes about API keys and signed calls. */
public enum CredentialError implements ErrorCode {
  API_KEY_MISMATCH(Kind.UNAUTHENTICATED),
  INVALID_API_KEY(Kind.UNAUTHENTICATED),
  INVALID_SIGNATURE(Kind.UNAUTHENTICATED),
  KEY_ALREADY_ROLLED(Kind.CONFLICT),
  KEY_EXPIRED(Kind.CONFLICT),
  KEY_NOT_FOUND(Kind.NOT_FOUND),
  TIMESTAMP_OUT_OF_RANGE(Kind.UNAUTHENTICATED),
  TOO_MANY_KEYS(Kind.CONFLICT);

  private final Kind kind;

  CredentialError(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Kind kind() {
    return kind;
  }
}
