package dev.paylink.account;

import dev.paylink.platform.error.ErrorCode;
import dev.paylink.platform.error.Kind;

/** Error codes about people, passwords, second factors, passkeys and invitations. */
public enum AccountError implements ErrorCode {
  ACCOUNT_FROZEN(Kind.FORBIDDEN),
  INVALID_CODE(Kind.INVALID),
  INVALID_LOGIN(Kind.UNAUTHENTICATED),
  INVALID_PASSKEY(Kind.INVALID),
  INVITATION_NOT_FOUND(Kind.NOT_FOUND),
  NOT_SIGNED_IN(Kind.UNAUTHENTICATED),
  NO_PENDING_CHANGE(Kind.NOT_FOUND),
  OWN_REMOVAL(Kind.FORBIDDEN),
  PASSKEYS_NOT_POSSIBLE(Kind.CONFLICT),
  PASSKEY_KNOWN(Kind.CONFLICT),
  PASSKEY_NOT_FOUND(Kind.NOT_FOUND),
  PROOF_REQUIRED(Kind.FORBIDDEN),
  SECOND_FACTOR_REQUIRED(Kind.UNAUTHENTICATED),
  SESSION_NOT_FOUND(Kind.NOT_FOUND),
  TOO_MANY_PASSKEYS(Kind.CONFLICT),
  TWO_FACTOR_NOT_BEGUN(Kind.CONFLICT),
  TWO_FACTOR_OFF(Kind.CONFLICT),
  TWO_FACTOR_ON(Kind.CONFLICT);

  private final Kind kind;

  AccountError(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Kind kind() {
    return kind;
  }
}
