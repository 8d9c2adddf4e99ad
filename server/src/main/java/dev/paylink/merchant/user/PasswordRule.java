package dev.paylink.merchant.user;

import org.jspecify.annotations.Nullable;

/** Says what a new password must be: at registration, at a change, and for an invited user. */
public final class PasswordRule {
  static final int MIN_LENGTH = 10;
  public static final int MAX_LENGTH = 200;

  private PasswordRule() {}

  /** Returns what is wrong with the password, or null when nothing is. */
  public static @Nullable String fault(String password) {
    if (password.length() < MIN_LENGTH) {
      return "has fewer than %d characters".formatted(MIN_LENGTH);
    }
    return password.length() > MAX_LENGTH
        ? "has more than %d characters".formatted(MAX_LENGTH)
        : null;
  }
}
