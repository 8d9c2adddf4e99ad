package dev.paylink.merchant.team;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.UserId;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.user.Invitation;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.User;
import dev.paylink.merchant.user.UserStore;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Handle;

/**
 * A merchant's users and open invitations. A change of them holds the merchant's lock, so their
 * counts stay true until the commit: there is always an owner, and the team never grows too large.
 */
public record TeamMembers(List<User> users, List<Invitation> invitations) {

  /** Reads the team without a lock. */
  static TeamMembers of(Handle handle, MerchantId merchantId) {
    return new TeamMembers(
        new UserStore().team(handle, merchantId), new InvitationStore().open(handle, merchantId));
  }

  /** Reads and locks the team until the transaction ends. */
  static TeamMembers lock(Handle handle, MerchantId merchantId) {
    Objects.requireNonNull(
        new MerchantStore().lock(handle, merchantId), "a session outlived its merchant");
    return of(handle, merchantId);
  }

  /** Returns the user; refuses with 404 when this team has no such user. */
  User user(String idText) {
    UserId id = UserId.parse(idText);
    return users.stream()
        .filter(user -> user.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new Refused(
                    Problem.notFound("USER_NOT_FOUND", "Your team has no user with this id")));
  }

  /** Refuses with 409 when there is no other owner who stays one. */
  void requireOwnerBeside(User user) {
    boolean another =
        users.stream()
            .anyMatch(
                u -> u.role() == Role.owner && u.pending() == null && !u.id().equals(user.id()));
    if (!another) {
      throw new Refused(
          Problem.conflict("LAST_OWNER", "The last owner cannot be removed or demoted"));
    }
  }

  /** Refuses with 409 when the team is full. */
  void requireRoom() {
    if (users.size() + invitations.size() >= UserStore.MAX_PER_MERCHANT) {
      throw new Refused(
          Problem.conflict(
              "TOO_MANY_USERS",
              "A team has at most %d users and open invitations"
                  .formatted(UserStore.MAX_PER_MERCHANT)));
    }
  }
}
