package dev.paylink.desk;

import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.Verification;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A decision of the operator about a merchant: the states in which it is possible, and the state
 * that follows.
 */
enum Decision {
  APPROVE("Approve", false, DeskNotice.APPROVED),
  REJECT("Reject", true, DeskNotice.REJECTED),
  SUSPEND("Suspend", true, DeskNotice.SUSPENDED),
  LIFT("Lift the suspension", false, DeskNotice.LIFTED);

  private final String text;
  private final boolean needsReason;
  private final DeskNotice done;

  Decision(String text, boolean needsReason, DeskNotice done) {
    this.text = text;
    this.needsReason = needsReason;
    this.done = done;
  }

  static @Nullable Decision named(String name) {
    return Arrays.stream(values())
        .filter(decision -> decision.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  String text() {
    return text;
  }

  boolean needsReason() {
    return needsReason;
  }

  DeskNotice done() {
    return done;
  }

  boolean isOpenTo(Merchant merchant) {
    Verification now = merchant.verification();
    return switch (this) {
      case APPROVE -> now == Verification.KybSubmitted || now == Verification.KybRejected;
      case REJECT -> now == Verification.KybSubmitted;
      case SUSPEND -> now != Verification.Suspended;
      case LIFT -> now == Verification.Suspended;
    };
  }

  Verification after(Merchant merchant) {
    return switch (this) {
      case APPROVE -> Verification.KybVerified;
      case REJECT -> Verification.KybRejected;
      case SUSPEND -> Verification.Suspended;
      case LIFT -> merchant.unsuspended();
    };
  }
}
