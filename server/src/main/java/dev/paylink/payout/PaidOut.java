package dev.paylink.payout;

import org.jspecify.annotations.Nullable;

/** How far the money of a payment is on its way to the bank: by the payout that carries it. */
public enum PaidOut {
  paid_out,
  under_way,
  not_paid_out;

  /** Returns it for a payment that a payout of this state carries; null if none does. */
  public static PaidOut of(@Nullable PayoutStatus status) {
    if (status == null || !status.isLive()) {
      return not_paid_out;
    }
    return status == PayoutStatus.paid ? paid_out : under_way;
  }
}
