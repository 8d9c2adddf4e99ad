package dev.paylink.merchant.user;

import dev.paylink.ids.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Somebody of a merchant's team.
 *
 * @param pending what will become of an owner who is removed or demoted; null when nothing will
 */
public record User(
    UserId id,
    String email,
    Role role,
    boolean twoFactor,
    Instant createdAt,
    @Nullable PendingRole pending) {

  /** Returns the text for the audit log. */
  public String summary() {
    return email + " as " + role;
  }
}
