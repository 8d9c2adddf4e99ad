package dev.paylink.operator.team;

import dev.paylink.account.Acting;
import dev.paylink.account.Actor;
import dev.paylink.account.Invitation;
import dev.paylink.account.User;
import dev.paylink.account.UserStore;
import dev.paylink.account.signin.AccountSession;
import dev.paylink.account.team.Invitations;
import dev.paylink.account.team.Team;
import dev.paylink.ids.AuditId;
import dev.paylink.ids.OperatorId;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.SessionId;
import dev.paylink.ids.UserId;
import dev.paylink.merchant.audit.AuditEntry;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.OperatorLetters;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.approval.Approval;
import dev.paylink.operator.approval.Approvals;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.operator.approval.TwoPersonWork;
import dev.paylink.platform.crypto.Secret;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Decides who is an operator.
 *
 * <ul>
 *   <li>Where the configuration asks for four eyes, a second admin has to agree to invite anybody
 *       but a viewer, to give somebody more rights, and to demote or remove an admin. Everybody
 *       else is one admin's to demote or remove.
 *   <li>As long as there are fewer than two admins, the admin token does all of it alone: an
 *       instance begins so.
 *   <li>The link of an invitation is shown to nobody where a letter brings it.
 * </ul>
 */
public final class OperatorDecisions {
  private static final int ENOUGH_ADMINS = 2;

  private final UserStore users = new UserStore();
  private final Jdbi jdbi;
  private final Approvals approvals;
  private final OperatorTeamRules rules;
  private final Invitations invitations;
  private final Team team;
  private final OperatorLetters letters;

  public OperatorDecisions(
      Jdbi jdbi,
      Approvals approvals,
      OperatorTeamRules rules,
      Invitations invitations,
      Team team,
      OperatorLetters letters) {
    this.jdbi = jdbi;
    this.approvals = approvals;
    this.rules = rules;
    this.invitations = invitations;
    this.team = team;
    this.letters = letters;
    approvals.register(FourEyes.operator, new Changing());
  }

  /** The outcome of a decision. */
  public sealed interface Result {
    record Done() implements Result {}

    /**
     * Somebody is invited.
     *
     * @param url the link; null where a letter brings it
     */
    record Invited(Invitation invitation, @Nullable Secret url) implements Result {}

    /** Another admin has to agree. */
    record Pending(Approval approval) implements Result {}
  }

  /**
   * Invites somebody; refuses with 409 when the address has an account or there are too many
   * operators.
   *
   * @param link makes the link of a token
   */
  public Result invite(
      ActingOperator by, String emailAsTyped, OperatorRole role, UnaryOperator<String> link) {
    String email = emailAsTyped.toLowerCase(Locale.ROOT);
    if (role != OperatorRole.viewer && needsSecond(by)) {
      rules.requireBudget(by, email);
      return request(by, email, new OperatorChange(OperatorChange.Kind.invite, role));
    }
    Invitations.Invited invited = invitations.invite(by, email, role.name(), link);
    return new Result.Invited(invited.invitation(), invited.url());
  }

  /**
   * Gives an operator another role. Refuses with 404 when there is no such operator, with 409 for
   * the last admin.
   */
  public Result changeRole(ActingOperator by, @Nullable UserId id, OperatorRole role) {
    return change(
        by,
        id,
        new OperatorChange(OperatorChange.Kind.role, role),
        handle -> team.changeRole(handle, by, id, role.name()));
  }

  /**
   * Removes an operator. Refuses with 404 when there is no such operator, with 409 for the last
   * admin.
   */
  public Result remove(ActingOperator by, @Nullable UserId id) {
    return change(
        by,
        id,
        new OperatorChange(OperatorChange.Kind.remove, null),
        handle -> team.remove(handle, by, id));
  }

  /** The change of somebody whose present role has been looked at under the lock of the team. */
  @FunctionalInterface
  private interface Change {
    void apply(Handle handle);
  }

  private Result change(
      ActingOperator by, @Nullable UserId id, OperatorChange wish, Change change) {
    boolean alone = !needsSecond(by);
    @Nullable User needsSecond =
        jdbi.inTransaction(
            handle -> {
              User user = find(users.lockAll(handle, RealmId.INSTANCE), id);
              if (!alone && wish.isGraveFor(OperatorRole.valueOf(user.role()))) {
                return user;
              }
              change.apply(handle);
              return null;
            });
    return needsSecond == null
        ? new Result.Done()
        : request(by, OperatorId.of(needsSecond.id()).toString(), wish);
  }

  private Result request(ActingOperator by, String subject, OperatorChange wish) {
    return new Result.Pending(
        approvals.request(by, FourEyes.operator, subject, wish.toString(), null));
  }

  private boolean needsSecond(ActingOperator by) {
    boolean beginning =
        by.account() == null
            && jdbi.withHandle(
                    handle ->
                        users.emails(handle, RealmId.INSTANCE, OperatorRole.admin.name()).size())
                < ENOUGH_ADMINS;
    return approvals.needs(FourEyes.operator) && !beginning;
  }

  private User find(List<User> all, @Nullable UserId id) {
    return all.stream()
        .filter(user -> user.id().equals(id))
        .findFirst()
        .orElseThrow(rules.facts().unknown());
  }

  /** The operator who asked for what is done now; the session may have ended. */
  private record Requester(Actor actor) implements Acting {
    @Override
    public RealmId realm() {
      return RealmId.INSTANCE;
    }

    @Override
    public @Nullable SessionId sessionId() {
      return null;
    }
  }

  /** Its subject is the address of somebody to invite, or the id of an operator. */
  private final class Changing implements TwoPersonWork {
    @Override
    public void lock(Handle handle, String subject) {
      users.lockAll(handle, RealmId.INSTANCE);
    }

    @Override
    public Plan plan(Handle handle, String subject, String details) {
      OperatorChange wish = OperatorChange.parse(details);
      List<User> all = users.all(handle, RealmId.INSTANCE);
      if (wish.kind() == OperatorChange.Kind.invite) {
        if (all.stream().anyMatch(user -> user.email().equals(subject))) {
          throw rules.facts().taken().get();
        }
        return new Plan(wish.summary(subject, null), "");
      }
      User user = find(all, id(subject));
      OperatorRole now = OperatorRole.valueOf(user.role());
      if (now == OperatorRole.admin
          && all.stream().filter(each -> each.role().equals(user.role())).count() == 1) {
        throw rules.facts().last().get();
      }
      return new Plan(wish.summary(user.email(), now), user.summary());
    }

    /** Otherwise an admin could keep all others from removing it. */
    @Override
    public boolean concerns(Approval approval, ActingOperator by) {
      AccountSession account = by.account();
      return account != null && account.userId().equals(id(approval.subject()));
    }

    /** Tells all admins, those concerned among them: each can agree or decline. */
    @Override
    public void requested(Handle handle, Approval approval, ActingOperator by) {
      letters.tell(
          handle,
          new AuditEntry(
              AuditId.next(),
              Instant.now(),
              by.actor(),
              OperatorLetters.CHANGE_REQUESTED,
              null,
              approval.summary()),
          List.of());
    }

    @Override
    public @Nullable Secret run(
        Handle handle, Approval approval, ActingOperator by, UnaryOperator<String> link) {
      OperatorChange wish = OperatorChange.parse(approval.details());
      Acting requester = new Requester(approval.requester());
      switch (wish.kind()) {
        case invite -> {
          return invitations
              .invite(handle, requester, approval.subject(), wish.requireRole().name(), link)
              .url();
        }
        case role ->
            team.changeRole(handle, requester, id(approval.subject()), wish.requireRole().name());
        case remove -> team.remove(handle, requester, id(approval.subject()));
      }
      return null;
    }

    private @Nullable UserId id(String subject) {
      OperatorId id = OperatorId.parse(subject);
      return id == null ? null : id.user();
    }
  }
}
