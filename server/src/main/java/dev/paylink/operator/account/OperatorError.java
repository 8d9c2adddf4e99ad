package dev.paylink.operator.account;

import dev.paylink.platform.error.ErrorCode;
import dev.paylink.platform.error.Kind;

/** Error codes about operators and their requests for approval. */
public enum OperatorError implements ErrorCode {
  ADMIN_TOKEN_DISABLED(Kind.UNAUTHENTICATED),
  APPROVAL_NOT_FOUND(Kind.NOT_FOUND),
  APPROVAL_PENDING(Kind.CONFLICT),
  EMAIL_TAKEN(Kind.CONFLICT),
  FACTS_CHANGED(Kind.CONFLICT),
  LAST_ADMIN(Kind.CONFLICT),
  NO_ACCOUNT(Kind.CONFLICT),
  OPERATOR_NOT_FOUND(Kind.NOT_FOUND),
  REAUTHENTICATION_REQUIRED(Kind.FORBIDDEN),
  ROLE_NOT_ALLOWED(Kind.FORBIDDEN),
  SECOND_OPERATOR_REQUIRED(Kind.FORBIDDEN),
  TOO_MANY_OPERATORS(Kind.CONFLICT),
  TWO_FACTOR_REQUIRED(Kind.CONFLICT),
  TWO_FACTOR_SETUP_REQUIRED(Kind.FORBIDDEN);

  private final Kind kind;

  OperatorError(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Kind kind() {
    return kind;
  }
}
