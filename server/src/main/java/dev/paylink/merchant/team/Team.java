package dev.paylink.merchant.team;

import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.User;
import dev.paylink.merchant.user.UserStore;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Reads and changes a merchant's team. There is always an owner: when two owners demote or remove
 * each other at once, one is refused.
 */
public final class Team {
  private final UserStore users = new UserStore();
  private final Jdbi jdbi;
  private final AuditLog audit;

  public Team(Jdbi jdbi, AuditLog audit) {
    this.jdbi = jdbi;
    this.audit = audit;
  }

  /** Returns the merchant's users and open invitations. */
  public TeamMembers members(SignedIn signedIn) {
    return jdbi.withHandle(handle -> TeamMembers.of(handle, signedIn.merchantId()));
  }

  /**
   * Gives a user another role, which counts from the next request on. Returns the user as it is
   * afterwards. Refuses with 404 when the team has no such user, with 409 for the last owner.
   *
   * @param idText as it stands in the path
   */
  public User changeRole(SignedIn signedIn, String idText, Role role) {
    return jdbi.inTransaction(handle -> changeRole(handle, signedIn, idText, role));
  }

  private User changeRole(Handle handle, SignedIn signedIn, String idText, Role role) {
    TeamMembers members = TeamMembers.lock(handle, signedIn.merchantId());
    User before = members.user(idText);
    if (before.role() == role) {
      return before;
    }
    if (before.role() == Role.owner) {
      members.requireOwnerBeside(before);
    }
    if (!users.updateRole(handle, signedIn.merchantId(), before, role)) {
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

  /**
   * Removes a user from the team and ends its sessions. Refuses with 404 when the team has no such
   * user, with 409 for the last owner.
   *
   * @param idText as it stands in the path
   */
  public void remove(SignedIn signedIn, String idText) {
    jdbi.useTransaction(handle -> remove(handle, signedIn, idText));
  }

  private void remove(Handle handle, SignedIn signedIn, String idText) {
    TeamMembers members = TeamMembers.lock(handle, signedIn.merchantId());
    User user = members.user(idText);
    if (user.role() == Role.owner) {
      members.requireOwnerBeside(user);
    }
    if (!users.delete(handle, signedIn.merchantId(), user.id())) {
      throw new IllegalStateException("gone under the merchant's lock: " + user.id());
    }
    audit.record(
        handle, signedIn.merchantId(), signedIn.actor(), "user.removed", user.summary(), null);
  }
}
