package dev.paylink.merchant;

import org.jspecify.annotations.Nullable;

/** What a new password must be, whether it is set by registering, changing it, or joining. */
public final class PasswordRule {
  static final int SHORTEST = 10;
  static final int LONGEST = 200;

  private PasswordRule() {}

  /** What is wrong with it; null when nothing is. */
  public static @Nullable String fault(String password) {
    if (password.length() < SHORTEST) {
      return "has fewer than %d characters".formatted(SHORTEST);
    }
    return password.length() > LONGEST ? "has more than %d characters".formatted(LONGEST) : null;
  }
}
