package dev.paylink.merchant.operator;

import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.Verification;
import org.jspecify.annotations.Nullable;

/**
 * What the operator decides about a merchant, and why; the merchant reads the reason.
 *
 * @param revision the merchant's {@link Merchant#revision} that the operator saw; it must not have
 *     changed. Null skips this check
 */
public record VerificationDecision(
    Verification to, @Nullable String reason, @Nullable String revision) {
  /** Long enough to say what to do about it. */
  public static final int MAX_REASON = 500;

  public VerificationDecision {
    reason = reason == null || reason.isBlank() ? null : reason.strip();
  }

  /** Returns status and reason as the audit log shows them. */
  static String summary(Verification status, @Nullable String reason) {
    return reason == null ? status.name() : status + ": " + reason;
  }
}
