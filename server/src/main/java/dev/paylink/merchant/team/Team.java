package dev.paylink.merchant.team;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.freeze.FreezeStore;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.user.PendingRole;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.User;
import dev.paylink.merchant.user.UserStore;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import java.time.Duration;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes a merchant's team. There is always an owner: when two owners demote or remove
 * each other at once, one is refused. An owner who is removed or demoted stays an owner for a
 * delay, in which any owner can undo it and no change of a deposit address takes effect.
 */
public final class Team {
  private final UserStore users = new UserStore();
  private final MerchantStore merchants = new MerchantStore();
  private final FreezeStore freezes = new FreezeStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final Duration delay;

  /**
   * Prepares the team.
   *
   * @param delay how long the removal or demotion of an owner waits before it takes effect
   */
  public Team(Jdbi jdbi, AuditLog audit, Duration delay) {
    this.delay = delay;
    this.jdbi = jdbi;
    this.audit = audit;
  }

  /** Returns the merchant's users and open invitations. */
  public TeamMembers members(SignedIn signedIn) {
    return jdbi.withHandle(handle -> TeamMembers.of(handle, signedIn.merchantId()));
  }

  /**
   * Gives a user another role, which counts from the next request on; an owner gets a lower one
   * after the delay. Returns the user as it is afterwards. Refuses with 404 when the team has no
   * such user, with 409 for the last owner.
   *
   * @param idText as it stands in the path
   */
  public User changeRole(SignedIn signedIn, String idText, Role role) {
    return jdbi.inTransaction(handle -> changeRole(handle, signedIn, idText, role));
  }

  private User changeRole(Handle handle, SignedIn signedIn, String idText, Role role) {
    TeamMembers members = lock(handle, signedIn);
    User before = members.user(idText);
    if (before.role() == role) {
      return before.pending() == null ? before : undone(handle, signedIn, before);
    }
    if (before.role() == Role.owner) {
      members.requireOwnerBeside(before);
      if (!delay.isZero()) {
        return announced(handle, signedIn, before, role);
      }
    }
    if (!users.updateRole(handle, signedIn.merchantId(), before, role)) {
      throw new IllegalStateException("changed under the merchant's lock: " + before.id());
    }
    User after =
        new User(before.id(), before.email(), role, before.twoFactor(), before.createdAt(), null);
    record(handle, signedIn, "user.role_changed", before, before.summary(), after.summary());
    return after;
  }

  /**
   * Removes a user from the team and ends its sessions; an owner after the delay. Returns the user
   * with what is announced, or null when it is gone. Refuses with 404 when the team has no such
   * user, with 409 for the last owner.
   *
   * @param idText as it stands in the path
   */
  public @Nullable User remove(SignedIn signedIn, String idText) {
    return jdbi.inTransaction(handle -> remove(handle, signedIn, idText));
  }

  private @Nullable User remove(Handle handle, SignedIn signedIn, String idText) {
    TeamMembers members = lock(handle, signedIn);
    User user = members.user(idText);
    if (user.role() == Role.owner) {
      members.requireOwnerBeside(user);
      if (!delay.isZero()) {
        return announced(handle, signedIn, user, null);
      }
    }
    if (!users.delete(handle, signedIn.merchantId(), user.id())) {
      throw new IllegalStateException("gone under the merchant's lock: " + user.id());
    }
    record(handle, signedIn, "user.removed", user, user.summary(), null);
    return null;
  }

  /** Announces what becomes of an owner. The same wish again does not move its time. */
  private User announced(Handle handle, SignedIn signedIn, User owner, @Nullable Role role) {
    if (owner.pending() != null && owner.pending().role() == role) {
      return owner;
    }
    MerchantId merchantId = signedIn.merchantId();
    PendingRole pending = users.announce(handle, merchantId, owner.id(), role, delay);
    // Until an owner is gone, it can undo a change of where money goes.
    merchants.postponeAddresses(handle, merchantId, pending.from());
    record(handle, signedIn, "user.demotion_announced", owner, owner.summary(), pending.toString());
    return with(owner, pending);
  }

  /**
   * Calls off the announced removal or demotion of an owner. Returns the user; refuses with 404
   * when nothing is announced.
   *
   * @param idText as it stands in the path
   */
  public User undo(SignedIn signedIn, String idText) {
    return jdbi.inTransaction(
        handle -> {
          TeamMembers members = TeamMembers.lock(handle, signedIn.merchantId());
          return undone(handle, signedIn, members.user(idText));
        });
  }

  private User undone(Handle handle, SignedIn signedIn, User user) {
    PendingRole pending = user.pending();
    if (pending == null || !users.callOffRole(handle, signedIn.merchantId(), user.id())) {
      throw new Refused(
          Problem.notFound(
              "NO_PENDING_CHANGE", "Nothing is pending for this user, or it has taken effect"));
    }
    record(handle, signedIn, "user.demotion_undone", user, pending.toString(), user.summary());
    return with(user, null);
  }

  private TeamMembers lock(Handle handle, SignedIn signedIn) {
    TeamMembers members = TeamMembers.lock(handle, signedIn.merchantId());
    freezes.requireThawed(handle, signedIn.merchantId());
    return members;
  }

  private void record(
      Handle handle,
      SignedIn signedIn,
      String action,
      User concerned,
      @Nullable String before,
      @Nullable String after) {
    audit.record(
        handle,
        signedIn.merchantId(),
        signedIn.actor(),
        action,
        before,
        after,
        List.of(concerned.email()));
  }

  private static User with(User user, @Nullable PendingRole pending) {
    return new User(
        user.id(), user.email(), user.role(), user.twoFactor(), user.createdAt(), pending);
  }
}
