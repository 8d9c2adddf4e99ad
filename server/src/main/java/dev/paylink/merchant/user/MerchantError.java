package dev.paylink.merchant.user;

import dev.paylink.platform.error.ErrorCode;
import dev.paylink.platform.error.Kind;

/** Error codes about merchants, their profile, team and sign-in. */
public enum MerchantError implements ErrorCode {
  COLOR_NOT_FOUND(Kind.NOT_FOUND),
  CROSS_ORIGIN(Kind.FORBIDDEN),
  EMAIL_NOT_CONFIRMED(Kind.FORBIDDEN),
  EMAIL_TAKEN(Kind.CONFLICT),
  ISSUER_REFUSED(Kind.INVALID),
  KYB_NOT_ALLOWED(Kind.CONFLICT),
  LAST_OWNER(Kind.CONFLICT),
  LAST_SECOND_FACTOR(Kind.CONFLICT),
  LIFT_NOT_ALLOWED(Kind.FORBIDDEN),
  LINK_NOT_FOUND(Kind.NOT_FOUND),
  LOGO_NOT_FOUND(Kind.NOT_FOUND),
  MAIL_CONFIGURED(Kind.CONFLICT),
  MERCHANT_CHANGED(Kind.CONFLICT),
  MERCHANT_NOT_FOUND(Kind.NOT_FOUND),
  NOT_FROZEN(Kind.CONFLICT),
  NO_PENDING_ADDRESS(Kind.NOT_FOUND),
  NO_SECOND_FACTOR(Kind.CONFLICT),
  REAUTHENTICATION_REQUIRED(Kind.FORBIDDEN),
  ROLE_NOT_ALLOWED(Kind.FORBIDDEN),
  SECOND_FACTOR_SETUP_REQUIRED(Kind.FORBIDDEN),
  SSO_NOT_FOUND(Kind.NOT_FOUND),
  SSO_REQUIRED(Kind.FORBIDDEN),
  TOO_MANY_USERS(Kind.CONFLICT),
  USER_NOT_FOUND(Kind.NOT_FOUND);

  private final Kind kind;

  MerchantError(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Kind kind() {
    return kind;
  }
}
