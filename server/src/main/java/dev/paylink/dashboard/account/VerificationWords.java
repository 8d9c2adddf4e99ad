package dev.paylink.dashboard.account;

import dev.paylink.merchant.profile.Verification;

/** The state of a verification, in words. {@code tone} is the tone of its badge. */
public record VerificationWords(String tone, String state, String text) {
  static VerificationWords of(Verification verification) {
    return switch (verification) {
      case Registered ->
          new VerificationWords(
              "calm",
              "Not submitted",
              "Before you can create payments, we have to verify your company.");
      case KybSubmitted ->
          new VerificationWords(
              "warn",
              "In review",
              "We are reviewing your details. You can correct them until we decide.");
      case KybVerified -> new VerificationWords("good", "Verified", "You can create payments.");
      case KybRejected ->
          new VerificationWords(
              "bad", "Not accepted", "Please correct your details and submit them again.");
      case Suspended ->
          new VerificationWords(
              "bad", "Suspended", "You cannot create payments. Please contact us.");
    };
  }
}
