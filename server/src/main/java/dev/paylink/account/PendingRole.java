package dev.paylink.account;

import dev.paylink.platform.json.Timestamps;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What will become of an owner, and from when on.
 *
 * @param role the lower role; null when the owner leaves the team
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
