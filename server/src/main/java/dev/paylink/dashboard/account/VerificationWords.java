package dev.paylink.dashboard.account;

import dev.paylink.merchant.profile.Verification;
import dev.paylink.platform.language.Words;

/** The state of a verification, in words. {@code tone} is the tone of its badge. */
public record VerificationWords(String tone, String state, String text) {
  static VerificationWords of(Words words, Verification verification) {
    String tone =
        switch (verification) {
          case Registered -> "calm";
          case KybSubmitted -> "warn";
          case KybVerified -> "good";
          case KybRejected, Suspended -> "bad";
        };
    String key = "verification." + verification.name();
    return new VerificationWords(tone, words.get(key), words.get(key + ".text"));
  }
}
