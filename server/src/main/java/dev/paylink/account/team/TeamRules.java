package dev.paylink.account.team;

import dev.paylink.account.Acting;
import dev.paylink.account.User;
import dev.paylink.ids.RealmId;
import java.time.Duration;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** What a kind of realm decides about the roles of its people. */
public interface TeamRules {
  /** Returns the highest role: there is always somebody who has it. */
  String chiefRole();

  /** Returns how long it takes until somebody loses the highest role. */
  Duration delay();

  /** Locks the team until the transaction ends. */
  void lock(Handle handle, RealmId realm);

  /** Refuses a change that the realm does not allow now; the team is locked. */
  void requireChangeable(Handle handle, RealmId realm);

  /** Hears that somebody will lose the highest role at that time. */
  void announced(Handle handle, RealmId realm, Instant from);

  /** Hears that somebody has lost a role, or was removed. */
  void lost(Handle handle, Acting by, User before);

  /** Returns the refusal of a change of somebody who is not in the realm. */
  RuntimeException unknown();

  /** Returns the refusal to remove or demote the last one with the highest role. */
  RuntimeException last();
}
