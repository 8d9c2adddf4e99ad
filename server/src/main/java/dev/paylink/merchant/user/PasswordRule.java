package dev.paylink.merchant.user;

import org.jspecify.annotations.Nullable;

/** What a new password must be, whether it is set by registering, changing it, or joining. */
public final class PasswordRule {
  static final int MIN_LENGTH = 10;
  public static final int MAX_LENGTH = 200;

  private PasswordRule() {}

  /** Returns what is wrong with it; null when nothing is. */
  public static @Nullable String fault(String password) {
    if (password.length() < MIN_LENGTH) {
      return "has fewer than %d characters".formatted(MIN_LENGTH);
    }
    return password.length() > MAX_LENGTH
        ? "has more than %d characters".formatted(MAX_LENGTH)
        : null;
  }
}
