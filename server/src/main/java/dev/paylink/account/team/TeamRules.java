package dev.paylink.account.team;

import dev.paylink.account.Acting;
import dev.paylink.account.Invitation;
import dev.paylink.account.User;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.ids.RealmId;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/** What a kind of realm decides about its people, their roles and invitations. */
public interface TeamRules {
  /**
   * The numbers and refusals of a kind of realm.
   *
   * @param chiefRole the highest role: there is always somebody who has it
   * @param delay how long it takes until somebody gets or loses the highest role
   * @param lifetime how long the link of an invitation works
   * @param most how many users and open invitations a realm may have together
   * @param unknown refuses a change of somebody who is not in the realm
   * @param last refuses to remove or demote the last one with the highest role
   * @param full refuses one user too many
   * @param taken refuses an address that has an account
   */
  record Facts(
      String chiefRole,
      Duration delay,
      Duration lifetime,
      int most,
      Supplier<Rejection> unknown,
      Supplier<Rejection> last,
      Supplier<Rejection> full,
      Supplier<Rejection> taken) {}

  Facts facts();

  /** Locks the team until the transaction ends. */
  void lock(Handle handle, RealmId realm);

  /** Refuses a change that the realm does not allow now; the team is locked. */
  default void requireChangeable(Handle handle, RealmId realm) {}

  /** Called when somebody will lose the highest role at that time. */
  default void announced(Handle handle, RealmId realm, Instant from) {
    throw new IllegalStateException("roles change at once here");
  }

  /** Returns the role of somebody who joins until the highest role begins. */
  default String waitingRole() {
    throw new IllegalStateException("roles change at once here");
  }

  /** Called when somebody has lost a role or was removed. */
  default void lost(Handle handle, Acting by, User before) {}

  /** Takes an invitation and its letter from the budgets; refuses with 429 if one is used up. */
  void requireBudget(Acting by, String email);

  /** Refuses with 403 when the realm may not invite anybody now; the team is locked. */
  default void requireInviting(Handle handle, RealmId realm) {}

  /** Tells whether the inviting person sees the link, since no letter reaches the invited one. */
  default boolean showsLink() {
    return true;
  }

  /**
   * Writes to the invited person.
   *
   * @param shown the link that the inviting person sees, if anybody does
   * @param ofLetter a longer one, which proves that its holder reads the mail of the address
   */
  void send(Handle handle, Invitation invitation, Secret shown, Secret ofLetter);

  /**
   * Tells whether somebody may join now; the team is locked. Refuses with 403 another way to join.
   */
  default boolean mayJoin(Handle handle, Invitation invitation) {
    return true;
  }

  /**
   * Called when somebody has joined.
   *
   * @param byLetter whether by the link that only the letter has
   */
  void joined(Handle handle, AccountSessions.Opened opened, boolean byLetter);
}
