package dev.paylink.merchant.team;

import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.User;
import dev.paylink.merchant.user.UserStore;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Gives a user another role, from its next request on. There is always an owner: of two who demote
 * each other at once, one is refused.
 */
public final class ChangeRole {
  private final Jdbi jdbi;
  private final AuditLog audit;

  public ChangeRole(Jdbi jdbi, AuditLog audit) {
    this.jdbi = jdbi;
    this.audit = audit;
  }

  /**
   * The user as it is afterwards; 404 when the team has no such user, 409 for the last owner.
   *
   * @param idText as it stands in the path
   */
  public User handle(SignedIn signedIn, String idText, Role role) {
    return jdbi.inTransaction(handle -> change(handle, signedIn, idText, role));
  }

  private User change(Handle handle, SignedIn signedIn, String idText, Role role) {
    Team team = Team.lock(handle, signedIn.merchantId());
    User before = team.user(idText);
    if (before.role() == role) {
      return before;
    }
    if (before.role() == Role.owner) {
      team.requireOwnerBeside(before);
    }
    if (!UserStore.updateRole(handle, signedIn.merchantId(), before, role)) {
      throw new IllegalStateException("changed under the merchant's lock: " + before.id());
    }
    User after =
        new User(before.id(), before.email(), role, before.twoFactor(), before.createdAt());
    audit.record(
        handle,
        signedIn.merchantId(),
        signedIn.actor(),
        "user.role_changed",
        before.summary(),
        after.summary());
    return after;
  }
}
