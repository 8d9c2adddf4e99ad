package dev.paylink.account;

import dev.paylink.platform.json.Timestamps;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The next role of a user, and from when on.
 *
 * @param role null when the user leaves the team
 */
public record PendingRole(@Nullable String role, Instant from) {
  private static final String REMOVED = "removed";

  /** Returns the role as the database and calls name it. */
  public String name() {
    return role == null ? REMOVED : role;
  }

  static PendingRole of(String name, Instant from) {
    return new PendingRole(name.equals(REMOVED) ? null : name, from);
  }

  @Override
  public String toString() {
    return name() + " from " + Timestamps.format(from);
  }
}
