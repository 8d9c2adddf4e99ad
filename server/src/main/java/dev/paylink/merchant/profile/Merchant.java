package dev.paylink.merchant.profile;

import dev.paylink.ids.MerchantId;
import dev.paylink.money.DepositAddress;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import org.jdbi.v3.core.mapper.Nested;
import org.jspecify.annotations.Nullable;

/**
 * A merchant with its first owner. Payments go to the address of the merchant form, else to the one
 * of the user record; {@code pendingName} waits for the operator, {@code kyb} is the latest
 * submission.
 *
 * @param sendInvoices whether its customers get letters, where a payment does not say
 * @param payerInfo what its pages tell payers about it
 */
public record Merchant(
    MerchantId id,
    String email,
    String businessName,
    @Nullable PendingName pendingName,
    Verification verification,
    PlannedAddress formAddress,
    PlannedAddress userAddress,
    Instant createdAt,
    @Nullable Kyb kyb,
    Standing standing,
    boolean sendInvoices,
    PayerInfo payerInfo) {

  /** What was submitted, and when. */
  public record Kyb(@Nested KybDetails details, Instant submittedAt) {}

  /**
   * The time of the last change of the verification, the operator's reason, and the status before a
   * suspension.
   */
  public record Standing(
      Instant since, @Nullable String reason, @Nullable Verification suspendedFrom) {}

  /**
   * Returns a hash over everything that a review shows: names, e-mail address, status, reason and
   * company details. A decision names it, so that it is refused when the operator saw anything
   * else.
   */
  public String revision() {
    PendingName asked = pendingName;
    Kyb sent = kyb;
    return hash(
        id,
        email,
        businessName,
        asked == null ? null : asked.name(),
        asked == null ? null : asked.since(),
        verification,
        standing.since(),
        standing.reason(),
        sent == null ? null : sent.details().legalName(),
        sent == null ? null : sent.details().country(),
        sent == null ? null : sent.details().registrationNumber(),
        sent == null ? null : sent.submittedAt());
  }

  /** Hashes the values with their lengths, so that no two lists of values give the same bytes. */
  private static String hash(@Nullable Object... values) {
    StringBuilder all = new StringBuilder();
    for (Object value : values) {
      String text = value == null ? "" : value.toString();
      all.append(value == null ? -1 : text.length()).append(':').append(text);
    }
    return HexFormat.of()
        .formatHex(RequestSigner.sha256(all.toString().getBytes(StandardCharsets.UTF_8)));
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

  /** Returns the address of the merchant form that is in effect. */
  public @Nullable DepositAddress depositAddress() {
    return formAddress.current();
  }

  /** Returns the address of the user record that is in effect. */
  public @Nullable DepositAddress userDepositAddress() {
    return userAddress.current();
  }

  /** Returns the address that a payment created now goes to. */
  public @Nullable DepositAddress payee() {
    return depositAddress() == null ? userDepositAddress() : depositAddress();
  }

  Merchant with(PlannedAddress formAddress, PlannedAddress userAddress) {
    return new Merchant(
        id,
        email,
        businessName,
        pendingName,
        verification,
        formAddress,
        userAddress,
        createdAt,
        kyb,
        standing,
        sendInvoices,
        payerInfo);
  }

  /**
   * Returns the merchant with a name of its choice. Once a merchant has sent its details for
   * verification it keeps the name that operators see there until one of them has decided; asking
   * for the name that it has calls that off. After a rejection the name is free again.
   */
  Merchant named(String name, Instant now) {
    if (name.equals(businessName)) {
      return withNames(businessName, null);
    }
    return switch (verification) {
      case Registered, KybRejected -> withNames(name, null);
      case KybSubmitted, KybVerified, Suspended ->
          pendingName != null && pendingName.name().equals(name)
              ? this
              : withNames(businessName, new PendingName(name, now));
    };
  }

  private Merchant withNames(String name, @Nullable PendingName pending) {
    return new Merchant(
        id,
        email,
        name,
        pending,
        verification,
        formAddress,
        userAddress,
        createdAt,
        kyb,
        standing,
        sendInvoices,
        payerInfo);
  }

  /** Returns the merchant with another choice about letters to its customers. */
  Merchant sendingInvoices(boolean choice) {
    return new Merchant(
        id,
        email,
        businessName,
        pendingName,
        verification,
        formAddress,
        userAddress,
        createdAt,
        kyb,
        standing,
        choice,
        payerInfo);
  }

  /** Returns the merchant with other words for its payers. */
  Merchant telling(PayerInfo info) {
    return new Merchant(
        id,
        email,
        businessName,
        pendingName,
        verification,
        formAddress,
        userAddress,
        createdAt,
        kyb,
        standing,
        sendInvoices,
        info);
  }
}
