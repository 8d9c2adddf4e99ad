package dev.paylink.account.team;

import dev.paylink.account.AccountError;
import dev.paylink.account.AccountLog;
import dev.paylink.account.Acting;
import dev.paylink.account.PendingRole;
import dev.paylink.account.Person;
import dev.paylink.account.User;
import dev.paylink.account.UserStore;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.UserId;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes the people of a realm. Somebody always has the highest role: when two of them
 * demote or remove each other at once, one is refused. Where the realm asks for a delay, the
 * highest role is lost and given that much later, and any other of them can undo the change.
 */
public final class Team {
  private final UserStore users = new UserStore();
  private final InvitationStore invitations = new InvitationStore();
  private final Jdbi jdbi;
  private final AccountLog log;
  private final TeamRules rules;

  public Team(Jdbi jdbi, AccountLog log, TeamRules rules) {
    this.jdbi = jdbi;
    this.log = log;
    this.rules = rules;
  }

  /** Returns the users and open invitations of a realm. */
  public TeamMembers members(RealmId realm) {
    return jdbi.withHandle(
        handle -> new TeamMembers(users.all(handle, realm), invitations.open(handle, realm)));
  }

  /** Tells whether somebody has the highest role. */
  public boolean hasChief(RealmId realm) {
    return !jdbi.withHandle(handle -> users.emails(handle, realm, rules.facts().chiefRole()))
        .isEmpty();
  }

  /**
   * Gives a user another role, which counts from the next request on; the highest role is lost and
   * given after the delay. Returns the user as it is afterwards. Refuses with 404 when the realm
   * has no such user, with 409 for the last one with the highest role.
   */
  public User changeRole(Acting by, @Nullable UserId id, String role) {
    return jdbi.inTransaction(handle -> changeRole(handle, by, id, role));
  }

  /** Gives a user another role, in the caller's transaction. */
  public User changeRole(Handle handle, Acting by, @Nullable UserId id, String role) {
    List<User> team = lock(handle, by);
    rules.requireChangeable(handle, by.realm());
    User before = user(team, id);
    if (before.role().equals(role)) {
      return before.pending() == null ? before : undone(handle, by, before);
    }
    if (isChief(before)) {
      requireAnotherChief(team, before);
    }
    boolean waits = isChief(before) || role.equals(rules.facts().chiefRole());
    if (waits && !rules.facts().delay().isZero()) {
      return announced(handle, by, before, role);
    }
    if (!users.updateRole(handle, by.realm(), before, role)) {
      throw new IllegalStateException("changed under the team's lock: " + before.id());
    }
    rules.lost(handle, by, before);
    User after = before.withRole(role);
    record(handle, by, "user.role_changed", before, before.summary(), after.summary());
    return after;
  }

  /**
   * Removes a user and ends its sessions; one with the highest role after the delay. Returns the
   * user with what is announced, or null when it is gone. Refuses with 404 when the realm has no
   * such user, with 409 for the last one with the highest role.
   */
  public @Nullable User remove(Acting by, @Nullable UserId id) {
    return jdbi.inTransaction(handle -> remove(handle, by, id));
  }

  /** Removes a user as above, within the caller's transaction. */
  public @Nullable User remove(Handle handle, Acting by, @Nullable UserId id) {
    List<User> team = lock(handle, by);
    rules.requireChangeable(handle, by.realm());
    User user = user(team, id);
    if (isChief(user)) {
      requireAnotherChief(team, user);
      if (!rules.facts().delay().isZero()) {
        return announced(handle, by, user, null);
      }
    }
    if (!users.delete(handle, Person.of(by.realm(), user.id()))) {
      throw new IllegalStateException("gone under the team's lock: " + user.id());
    }
    rules.lost(handle, by, user);
    record(handle, by, "user.removed", user, user.summary(), null);
    return null;
  }

  /** Announces who gets or loses the highest role. The same wish again does not move its time. */
  private User announced(Handle handle, Acting by, User user, @Nullable String role) {
    PendingRole known = user.pending();
    if (known != null && Objects.equals(role, known.role())) {
      return user;
    }
    if (known != null) {
      requireOthers(by, user, known);
    }
    Person person = Person.of(by.realm(), user.id());
    PendingRole pending = users.announce(handle, person, user.role(), role, rules.facts().delay());
    boolean rises = rises(pending);
    if (!rises) {
      rules.announced(handle, by.realm(), pending.from());
    }
    String action = rises ? "user.promotion_announced" : "user.demotion_announced";
    record(handle, by, action, user, user.summary(), pending.toString());
    return user.withPending(pending);
  }

  private boolean rises(PendingRole pending) {
    return rules.facts().chiefRole().equals(pending.role());
  }

  /**
   * Cancels the scheduled change of a user. Returns the user; refuses with 404 when nothing is
   * announced, with 403 somebody who cancels their own removal or demotion.
   */
  public User undo(Acting by, @Nullable UserId id) {
    return jdbi.inTransaction(handle -> undone(handle, by, user(lock(handle, by), id)));
  }

  private User undone(Handle handle, Acting by, User user) {
    PendingRole pending = user.pending();
    if (pending == null) {
      throw nothingPending();
    }
    requireOthers(by, user, pending);
    if (!users.callOffRole(handle, Person.of(by.realm(), user.id()))) {
      throw nothingPending();
    }
    String action = rises(pending) ? "user.promotion_undone" : "user.demotion_undone";
    record(handle, by, action, user, pending.toString(), user.summary());
    return user.withPending(null);
  }

  /**
   * Refuses with 403 somebody who cancels their own removal or demotion, or replaces it by another
   * one, which would restart the delay.
   */
  private void requireOthers(Acting by, User user, PendingRole pending) {
    if (!rises(pending) && by instanceof Person person && person.userId().equals(user.id())) {
      throw new Rejection(AccountError.OWN_REMOVAL, Message.of("ownremoval"));
    }
  }

  private static Rejection nothingPending() {
    return new Rejection(AccountError.NO_PENDING_CHANGE, Message.of("nothingpending"));
  }

  private List<User> lock(Handle handle, Acting by) {
    rules.lock(handle, by.realm());
    return users.all(handle, by.realm());
  }

  private User user(List<User> team, @Nullable UserId id) {
    return team.stream()
        .filter(user -> user.id().equals(id))
        .findFirst()
        .orElseThrow(rules.facts().unknown());
  }

  private boolean isChief(User user) {
    return user.role().equals(rules.facts().chiefRole());
  }

  /** Refuses with 409 when nobody else has the highest role and keeps it. */
  private void requireAnotherChief(List<User> team, User chief) {
    if (team.stream()
        .noneMatch(u -> isChief(u) && u.pending() == null && !u.id().equals(chief.id()))) {
      throw rules.facts().last().get();
    }
  }

  private void record(
      Handle handle,
      Acting by,
      String action,
      User concerned,
      @Nullable String before,
      @Nullable String after) {
    log.record(handle, by.realm(), by.actor(), action, before, after, List.of(concerned.email()));
  }
}
