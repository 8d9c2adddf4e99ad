package dev.paylink.checkout;

import dev.paylink.payment.read.HostedPayment;
import dev.paylink.payment.read.Payment;
import java.time.Instant;
import java.util.Locale;

/** The step that the payer is at. */
enum Stage {
  /** The amount is the payer's to choose. */
  AMOUNT,
  WAITING,
  /** A transaction was seen that is not final yet. */
  SUBMITTED,
  SUCCESS,
  FAILED,

  /** Its merchant may not collect now. */
  CLOSED,
  /** Too late, told by the chain or, before it has noticed, by the clock. */
  EXPIRED;

  private static final String EXPIRED_REASON = "expired";

  static Stage of(HostedPayment hosted, Instant now) {
    Stage stage = of(hosted.payment(), now);
    return stage.isOpen() && hosted.suspended() ? CLOSED : stage;
  }

  private static Stage of(Payment payment, Instant now) {
    return switch (payment.status()) {
      case created -> created(payment, now);
      case submitted -> SUBMITTED;
      case success -> SUCCESS;
      case failed -> EXPIRED_REASON.equals(payment.failureReason()) ? EXPIRED : FAILED;
    };
  }

  private static Stage created(Payment payment, Instant now) {
    if (!now.isBefore(payment.expiresAt())) {
      return EXPIRED;
    }
    return payment.amount() == null ? AMOUNT : WAITING;
  }

  /** Still to be paid. */
  boolean isOpen() {
    return this == AMOUNT || this == WAITING;
  }

  /** As in texts and class names. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
