package dev.paylink.checkout;

import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import java.time.Instant;
import java.util.Locale;

/** The step of the payment that the payer has reached. */
enum Stage {
  /** The payer has yet to choose the amount. */
  AMOUNT,
  WAITING,
  /** A transaction was seen, but it is not final yet. */
  SUBMITTED,
  SUCCESS,
  FAILED,

  /** The merchant may not accept payments now. */
  CLOSED,
  /** Too late, according to the chain or, before the chain has noticed, to the clock. */
  EXPIRED,
  /** Too late by the clock, but nodes disagree about a transfer that may have been in time. */
  CHECKING,
  /** The money has arrived in a token that operators have suspended; they have to decide. */
  HELD;

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

  /** Returns the stage of a payment about which nodes disagree: it has not expired for sure. */
  Stage inDispute(HostedPayment hosted) {
    return this == EXPIRED && hosted.payment().status().isOpen() ? CHECKING : this;
  }

  /** Returns the stage of a payment whose money waits for a decision. */
  Stage held() {
    return this == SUCCESS || this == FAILED ? this : HELD;
  }

  /** Tells whether the payer has paid, as far as is known. */
  boolean isPaid() {
    return this == SUCCESS || this == SUBMITTED || this == CHECKING || this == HELD;
  }

  /** Tells whether the payment can still be paid. */
  boolean isOpen() {
    return this == AMOUNT || this == WAITING;
  }

  /** Returns the name as texts and stylesheet classes use it. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
