package dev.paylink.merchant.team;

import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.User;
import dev.paylink.merchant.user.UserStore;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Takes a user out of the team; its sessions end with it, and the last owner stays. */
public final class RemoveUser {
  private final Jdbi jdbi;
  private final AuditLog audit;

  public RemoveUser(Jdbi jdbi, AuditLog audit) {
    this.jdbi = jdbi;
    this.audit = audit;
  }

  /**
   * 404 when the team has no such user, 409 for the last owner.
   *
   * @param idText as it stands in the path
   */
  public void handle(SignedIn signedIn, String idText) {
    jdbi.useTransaction(handle -> remove(handle, signedIn, idText));
  }

  private void remove(Handle handle, SignedIn signedIn, String idText) {
    Team team = Team.lock(handle, signedIn.merchantId());
    User user = team.user(idText);
    if (user.role() == Role.owner) {
      team.requireOwnerBeside(user);
    }
    if (!UserStore.delete(handle, signedIn.merchantId(), user.id())) {
      throw new IllegalStateException("gone under the merchant's lock: " + user.id());
    }
    audit.record(
        handle, signedIn.merchantId(), signedIn.actor(), "user.removed", user.summary(), null);
  }
}
