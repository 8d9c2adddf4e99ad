package dev.paylink.account;

import dev.paylink.ids.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A person of a realm.
 *
 * @param name how the person is called; the e-mail address where nobody is asked for a name
 * @param pending the next role of somebody who becomes an owner or stops being one; null if none
 */
public record User(
    UserId id,
    String email,
    String name,
    String role,
    boolean twoFactor,
    Instant createdAt,
    @Nullable PendingRole pending) {

  /** Returns the text for the log. */
  public String summary() {
    return summary(email, role);
  }

  /** Returns the text for the log of somebody in that role. */
  public static String summary(String email, String role) {
    return email + " as " + role;
  }

  /** Returns this user in another role, which nothing will change. */
  public User withRole(String other) {
    return new User(id, email, name, other, twoFactor, createdAt, null);
  }

  public User withPending(@Nullable PendingRole change) {
    return new User(id, email, name, role, twoFactor, createdAt, change);
  }
}
