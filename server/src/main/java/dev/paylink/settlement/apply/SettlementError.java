package dev.paylink.settlement.apply;

import dev.paylink.platform.error.ErrorCode;
import dev.paylink.platform.error.Kind;

/** Error codes about outcomes, refunds, statements and erased customers. */
public enum SettlementError implements ErrorCode {
  MERCHANT_NOT_FOUND(Kind.NOT_FOUND),
  PAYMENT_NOT_ACCEPTABLE(Kind.CONFLICT),
  PAYMENT_NOT_HELD(Kind.NOT_FOUND),
  PAYMENT_NOT_OPEN(Kind.CONFLICT),
  PAYMENT_NOT_REFUNDABLE(Kind.CONFLICT),
  RECEIVED_AMOUNT_CHANGED(Kind.CONFLICT),
  REFUND_ADDRESS_CHANGED(Kind.CONFLICT),
  REFUND_ADDRESS_NOT_CONFIRMED(Kind.CONFLICT),
  REFUND_ADDRESS_REFUSED(Kind.INVALID),
  REFUND_ADDRESS_REQUIRED(Kind.UNPROCESSABLE),
  REFUND_NOT_FOUND(Kind.NOT_FOUND),
  REFUND_NOT_OPEN(Kind.CONFLICT),
  REFUND_NOT_POSSIBLE(Kind.UNPROCESSABLE),
  REFUND_TOO_LARGE(Kind.UNPROCESSABLE),
  REFUND_WALLET_REFUSED(Kind.INVALID),
  TOKEN_NOT_FOUND(Kind.NOT_FOUND),
  TOKEN_NOT_SUSPENDED(Kind.CONFLICT),
  TOKEN_SUSPENDED(Kind.CONFLICT),
  TOO_MANY_REFUNDS(Kind.UNPROCESSABLE);

  private final Kind kind;

  SettlementError(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Kind kind() {
    return kind;
  }
}
