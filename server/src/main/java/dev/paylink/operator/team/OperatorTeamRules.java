package dev.paylink.operator.team;

import dev.paylink.account.Acting;
import dev.paylink.account.Invitation;
import dev.paylink.account.RealmKind;
import dev.paylink.account.User;
import dev.paylink.account.UserStore;
import dev.paylink.account.signin.AccountSession;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.signin.SessionStore;
import dev.paylink.account.team.InvitationRules;
import dev.paylink.account.team.InvitationStore;
import dev.paylink.account.team.TeamRules;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.SessionId;
import dev.paylink.mail.Letter;
import dev.paylink.mail.Outbox;
import dev.paylink.operator.account.OperatorError;
import dev.paylink.operator.account.OperatorLog;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.approval.Approvals;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * The rules of who is an operator. There is always an admin, and no delay. Whoever loses a role
 * also loses what was begun in it: sessions, requests that wait for approval, and open invitations.
 */
public final class OperatorTeamRules implements TeamRules, InvitationRules {
  public static final Duration LIFETIME = Duration.ofDays(3);

  private final UserStore users = new UserStore();
  private final SessionStore sessions = new SessionStore();
  private final InvitationStore invitations = new InvitationStore();
  private final OperatorLog log;
  private final Approvals approvals;
  private final Outbox outbox;
  private final RequestLimiter limiter;

  public OperatorTeamRules(
      OperatorLog log, Approvals approvals, Outbox outbox, RequestLimiter limiter) {
    this.log = log;
    this.approvals = approvals;
    this.outbox = outbox;
    this.limiter = limiter;
  }

  @Override
  public String chiefRole() {
    return OperatorRole.admin.name();
  }

  @Override
  public Duration delay() {
    return Duration.ZERO;
  }

  @Override
  public void lock(Handle handle, RealmId realm) {
    users.lockAll(handle, realm);
  }

  @Override
  public void requireChangeable(Handle handle, RealmId realm) {
    // Nothing freezes the instance.
  }

  @Override
  public void announced(Handle handle, RealmId realm, Instant from) {
    throw new IllegalStateException("roles of operators change at once");
  }

  @Override
  public void lost(Handle handle, Acting by, User before) {
    String name = RealmKind.INSTANCE.actor(before.email(), "").name();
    SessionId kept = by.sessionId();
    if (kept == null) {
      sessions.deleteAll(handle, RealmId.INSTANCE, before.id());
    } else {
      sessions.deleteOthers(handle, RealmId.INSTANCE, before.id(), kept);
    }
    approvals.declineAllOf(handle, name, by.actor());
    invitations.deleteAllBy(handle, RealmId.INSTANCE, name);
  }

  @Override
  public RuntimeException unknown() {
    return new Rejection(OperatorError.OPERATOR_NOT_FOUND, Message.of("operator.unknown"));
  }

  @Override
  public RuntimeException last() {
    return new Rejection(OperatorError.LAST_ADMIN, Message.of("operator.lastadmin"));
  }

  @Override
  public Duration lifetime() {
    return LIFETIME;
  }

  @Override
  public int most() {
    return OperatorRole.MOST_OPERATORS;
  }

  @Override
  public void requireBudget(Acting by, String email) {
    limiter.require(Limit.INVITATIONS, by.actor().name());
  }

  @Override
  public void lockToInvite(Handle handle, RealmId realm) {
    lock(handle, realm);
  }

  @Override
  public void send(Handle handle, Invitation invitation, Secret shown, Secret ofLetter) {
    outbox.post(
        handle,
        new Letter(
            invitation.email(),
            Language.EN,
            "You are invited as an operator",
            "You are invited as an operator",
            List.of(
                "You are invited to run this payment service, in the role "
                    + invitation.role()
                    + ". Follow the link to choose a name and a password. It works once, for "
                    + LIFETIME.toDays()
                    + " days, and only where the operator's desk can be reached.",
                "If you do not know why you get this message, ignore it."),
            List.of(),
            new Letter.Action("Join", shown.reveal())));
  }

  @Override
  public boolean lockToJoin(Handle handle, Invitation invitation) {
    lock(handle, invitation.realm()); // the removal of an inviting admin waits for us, or we for it
    return true;
  }

  @Override
  public void joined(Handle handle, AccountSessions.Opened opened, boolean byLetter) {
    AccountSession session = opened.session();
    log.record(handle, session.actor(), "operator.signed_in", null, session.sessionId().toString());
  }

  @Override
  public RuntimeException full() {
    return new Rejection(OperatorError.TOO_MANY_OPERATORS, Message.of("operator.limit", most()));
  }

  @Override
  public RuntimeException taken() {
    return new Rejection(OperatorError.EMAIL_TAKEN, Message.of("operator.emailtaken"));
  }
}
