package dev.paylink.merchant.user;

import dev.paylink.ids.UserId;
import java.time.Instant;

/** Somebody of a merchant's team. */
public record User(UserId id, String email, Role role, boolean twoFactor, Instant createdAt) {

  /** What the audit log says of it. */
  public String summary() {
    return email + " as " + role;
  }
}
