package dev.paylink.payout;

import dev.paylink.platform.error.ErrorCode;
import dev.paylink.platform.error.Kind;

/** Error codes about payouts. */
public enum PayoutError implements ErrorCode {
  MERCHANT_NOT_FOUND(Kind.NOT_FOUND),
  PAYMENT_IN_PAYOUT(Kind.CONFLICT),
  PAYMENT_NOT_FOUND(Kind.NOT_FOUND),
  PAYOUT_NOT_FOUND(Kind.NOT_FOUND),
  PAYOUT_REPORTED(Kind.CONFLICT);

  private final Kind kind;

  PayoutError(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Kind kind() {
    return kind;
  }
}
