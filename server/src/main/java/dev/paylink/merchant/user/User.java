package dev.paylink.merchant.user;

import dev.paylink.ids.UserId;
import java.time.Instant;

/** Somebody of a merchant's team. */
public record User(UserId id, String email, Role role, boolean twoFactor, Instant createdAt) {

  /** Returns the text for the audit log. */
  public String summary() {
    return email + " as " + role;
  }
}
