package dev.paylink.account.team;

import dev.paylink.account.Acting;
import dev.paylink.account.Invitation;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.ids.RealmId;
import dev.paylink.platform.crypto.Secret;
import java.time.Duration;
import org.jdbi.v3.core.Handle;

/** What a kind of realm decides about invitations. */
public interface InvitationRules {
  /** Returns how long a link works. */
  Duration lifetime();

  /** Returns how many users and open invitations a realm may have together. */
  int most();

  /** Takes an invitation and its letter from the budgets; refuses with 429 if one is used up. */
  void requireBudget(Acting by, String email);

  /** Locks the team; refuses with 403 when the realm may not invite anybody now. */
  void lockToInvite(Handle handle, RealmId realm);

  /**
   * Writes to the invited person.
   *
   * @param shown the link that the inviting person sees
   * @param ofLetter a longer one, which proves that whoever has it reads the mail of the address
   */
  void send(Handle handle, Invitation invitation, Secret shown, Secret ofLetter);

  /** Locks the team; false when nobody may join it now. Refuses with 403 another way to join. */
  boolean lockToJoin(Handle handle, Invitation invitation);

  /**
   * Hears that somebody has joined.
   *
   * @param byLetter whether by the link that only the letter has
   */
  void joined(Handle handle, AccountSessions.Opened opened, boolean byLetter);

  /** Returns the refusal of one user too many. */
  RuntimeException full();

  /** Returns the refusal of an address that has an account. */
  RuntimeException taken();
}
