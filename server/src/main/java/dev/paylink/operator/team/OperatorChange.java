package dev.paylink.operator.team;

import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.account.Permission;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an admin wants changed about who is an operator.
 *
 * @param role the role to have; null for a removal
 */
record OperatorChange(Kind kind, @Nullable OperatorRole role) {
  private static final int PARTS = 2;

  /** The names are stored. */
  enum Kind {
    invite,
    role,
    remove
  }

  /** Reads what {@link #toString} has written. */
  static OperatorChange parse(String text) {
    String[] parts = text.split(" ", PARTS);
    return new OperatorChange(Kind.valueOf(parts[0]), OperatorRole.parse(parts[1]));
  }

  /** Tells whether it gives more rights to somebody of that role, or takes an admin's away. */
  boolean isGraveFor(OperatorRole now) {
    if (now == OperatorRole.admin) {
      return role != OperatorRole.admin;
    }
    return role != null
        && Arrays.stream(Permission.values())
            .anyMatch(permission -> permission.isOf(role) && !permission.isOf(now));
  }

  OperatorRole requireRole() {
    return Objects.requireNonNull(role, "a removal has no role");
  }

  /** Returns what would be done, in a sentence. */
  String summary(String email, @Nullable OperatorRole now) {
    return switch (kind) {
      case invite -> "Invite " + email + " as " + role;
      case role -> "Change the role of " + email + " from " + now + " to " + role;
      case remove -> "Remove " + email + ", now " + now;
    };
  }

  @Override
  public String toString() {
    return kind + " " + (role == null ? "-" : role);
  }
}
