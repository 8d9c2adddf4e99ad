package dev.paylink.merchant;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A merchant with the user who registered it. Payments go to {@code depositAddress} (the merchant
 * form), else to {@code userDepositAddress} (the user record); {@code kyb} is the latest
 * submission.
 */
public record Merchant(
    MerchantId id,
    String email,
    String businessName,
    Verification verification,
    @Nullable DepositAddress depositAddress,
    @Nullable DepositAddress userDepositAddress,
    Instant createdAt,
    @Nullable Kyb kyb) {

  /** What was submitted, and when. */
  public record Kyb(KybDetails details, Instant submittedAt) {}
}
