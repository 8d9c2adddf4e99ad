package dev.paylink.payment.read;

import dev.paylink.platform.error.ErrorCode;
import dev.paylink.platform.error.Kind;

/** Error codes about payments, reusable links and idempotency keys. */
public enum PaymentError implements ErrorCode {
  CURRENCY_NOT_PAYABLE(Kind.UNPROCESSABLE),
  DEPOSIT_ADDRESS_MISSING(Kind.UNPROCESSABLE),
  EXPORT_RUNNING(Kind.TOO_MANY),
  IDEMPOTENCY_KEY_INVALID(Kind.INVALID),
  IDEMPOTENCY_KEY_REQUIRED(Kind.INVALID),
  IDEMPOTENCY_KEY_REUSED(Kind.UNPROCESSABLE),
  LINK_ARCHIVED(Kind.CONFLICT),
  LINK_NOT_FOUND(Kind.NOT_FOUND),
  MERCHANT_NOT_VERIFIED(Kind.FORBIDDEN),
  PAYMENT_NOT_FOUND(Kind.NOT_FOUND),
  PICTURE_NOT_FOUND(Kind.NOT_FOUND),
  SLUG_TAKEN(Kind.INVALID),
  INVOICE_NOT_FOUND(Kind.NOT_FOUND);

  private final Kind kind;

  PaymentError(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Kind kind() {
    return kind;
  }
}
