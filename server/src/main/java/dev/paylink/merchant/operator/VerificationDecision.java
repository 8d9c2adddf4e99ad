package dev.paylink.merchant.operator;

import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.Verification;
import org.jspecify.annotations.Nullable;

/**
 * What the operator decides about a merchant, and why; the merchant reads the reason.
 *
 * @param revision the merchant's {@link Merchant#revision} as it was looked at, which must still be
 *     so; null decides about whatever is there
 */
public record VerificationDecision(
    Verification to, @Nullable String reason, @Nullable String revision) {
  /** Long enough to say what to do about it. */
  public static final int MAX_REASON = 500;

  public VerificationDecision {
    reason = reason == null || reason.isBlank() ? null : reason.strip();
  }

  /** A status with why it is so, as the audit log says it. */
  static String summary(Verification status, @Nullable String reason) {
    return reason == null ? status.name() : status + ": " + reason;
  }
}
