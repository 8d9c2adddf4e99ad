package dev.paylink.merchant.profile;

import org.jspecify.annotations.Nullable;

/**
 * What a merchant's pages tell payers about it; null for what it has not set.
 *
 * @param contact an e-mail address or an https URL
 * @param privacyUrl the https URL of its privacy policy
 */
public record PayerInfo(@Nullable String contact, @Nullable String privacyUrl) {
  /** Returns this with what the wishes name; null leaves a value, an empty text removes it. */
  PayerInfo changed(@Nullable String newContact, @Nullable String newPrivacyUrl) {
    return new PayerInfo(wished(contact, newContact), wished(privacyUrl, newPrivacyUrl));
  }

  private static @Nullable String wished(@Nullable String before, @Nullable String wish) {
    if (wish == null) {
      return before;
    }
    return wish.isEmpty() ? null : wish;
  }
}
