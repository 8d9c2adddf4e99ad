package dev.paylink.platform.oidc;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A person for whom a provider has vouched. Only what is asked for here is believed. */
public final class Identity {
  /** One at sign, and plain ASCII: what looks like another address is another one. */
  private static final Pattern EMAIL =
      Pattern.compile("[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@([a-zA-Z0-9.-]+)");

  private static final int MAX_EMAIL = 254;
  private static final int MAX_SUBJECT = 255; // as OpenID Connect has it
  private static final long MAX_SECONDS = 253_402_300_799L; // the last one of the year 9999
  private static final int MAX_VALUES = 500;

  /** Ways of signing in that are, or include, a second factor (RFC 8176). */
  private static final Set<String> SECOND_FACTORS = Set.of("mfa", "otp", "hwk", "swk", "sms");

  private final Map<String, Object> claims;

  Identity(Map<String, Object> claims) {
    this.claims = claims;
  }

  /**
   * Returns who the person is at this provider, also under another e-mail address.
   *
   * @throws ProviderFailure if it is longer than a provider may make it
   */
  public String subject() {
    if (claims.get("sub") instanceof String subject && subject.length() <= MAX_SUBJECT) {
      return subject;
    }
    throw new ProviderFailure("the identity provider does not say who the person is (sub)");
  }

  /** Returns when the provider last asked the person to sign in; null if it does not tell. */
  public @Nullable Instant authenticatedAt() {
    return claims.get("auth_time") instanceof Number seconds
            && seconds.longValue() >= 0
            && seconds.longValue() <= MAX_SECONDS
        ? Instant.ofEpochSecond(seconds.longValue())
        : null;
  }

  /**
   * Returns the e-mail address in lower case, which the provider has verified and whose domain is
   * one of these.
   *
   * @throws ProviderFailure if there is no such address
   */
  public String email(Set<String> domains) {
    if (!(claims.get("email") instanceof String email)) {
      throw new ProviderFailure("the identity provider does not tell the e-mail address");
    }
    if (!(claims.get("email_verified") instanceof Boolean verified) || !verified) {
      throw new ProviderFailure(
          "the identity provider has not verified the e-mail address (email_verified)");
    }
    String domain = domain(email);
    if (domain == null || !domains.contains(domain)) {
      throw new ProviderFailure("the domain of the e-mail address is not allowed here");
    }
    return email.toLowerCase(Locale.ROOT);
  }

  /** Returns the domain of an e-mail address in lower case; null if it is not an address. */
  public static @Nullable String domain(String email) {
    var matcher = EMAIL.matcher(email);
    return email.length() <= MAX_EMAIL && matcher.matches()
        ? matcher.group(1).toLowerCase(Locale.ROOT)
        : null;
  }

  /** Returns the texts of a claim: of a list, or the one that it is. */
  public List<String> texts(String claim) {
    return switch (claims.get(claim)) {
      case String text -> List.of(text);
      case List<?> list ->
          list.stream()
              .limit(MAX_VALUES)
              .filter(String.class::isInstance)
              .map(String.class::cast)
              .toList();
      case null, default -> List.of();
    };
  }

  /** Tells whether the provider says that it has asked for a second factor. */
  public boolean saysSecondFactor() {
    return texts("amr").stream().anyMatch(SECOND_FACTORS::contains);
  }

  /** Returns the person's name; null if the provider does not tell one. */
  public @Nullable String name() {
    return claims.get("name") instanceof String name && !name.isBlank() ? name : null;
  }
}
