package dev.paylink.merchant.profile;

import dev.paylink.ids.MerchantId;
import dev.paylink.money.DepositAddress;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A merchant with its first owner. Payments go to the address of the merchant form, else to the one
 * of the user record; {@code kyb} is the latest submission.
 */
public record Merchant(
    MerchantId id,
    String email,
    String businessName,
    Verification verification,
    PlannedAddress formAddress,
    PlannedAddress userAddress,
    Instant createdAt,
    @Nullable Kyb kyb,
    Standing standing) {

  /** What was submitted, and when. */
  public record Kyb(KybDetails details, Instant submittedAt) {}

  /**
   * Since when the verification is what it is, why when the operator said so, and what a suspension
   * has interrupted.
   */
  public record Standing(
      Instant since, @Nullable String reason, @Nullable Verification suspendedFrom) {}

  /**
   * Another one after each decision and each submission, so that a decision can say what it is
   * about.
   */
  public String revision() {
    return verification + " " + standing.since() + (kyb == null ? "" : " " + kyb.submittedAt());
  }

  /** Returns the status after a suspension is lifted: the earlier one, if it is known. */
  public Verification unsuspended() {
    Verification before = standing.suspendedFrom();
    if (verification != Verification.Suspended) {
      return verification;
    }
    return before != null
        ? before
        : kyb == null ? Verification.Registered : Verification.KybSubmitted;
  }

  /** The merchant form's address in effect. */
  public @Nullable DepositAddress depositAddress() {
    return formAddress.current();
  }

  /** The user record's address in effect. */
  public @Nullable DepositAddress userDepositAddress() {
    return userAddress.current();
  }

  /** Where a payment created now goes. */
  public @Nullable DepositAddress payee() {
    return depositAddress() == null ? userDepositAddress() : depositAddress();
  }

  Merchant with(String businessName, PlannedAddress formAddress, PlannedAddress userAddress) {
    return new Merchant(
        id, email, businessName, verification, formAddress, userAddress, createdAt, kyb, standing);
  }
}
