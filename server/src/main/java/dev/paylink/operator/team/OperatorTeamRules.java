package dev.paylink.operator.team;

import dev.paylink.account.Acting;
import dev.paylink.account.Invitation;
import dev.paylink.account.Person;
import dev.paylink.account.RealmKind;
import dev.paylink.account.User;
import dev.paylink.account.UserStore;
import dev.paylink.account.signin.AccountSession;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.signin.SessionStore;
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
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * The rules of who is an operator. There is always an admin, and no delay. An operator who loses a
 * role also loses what was started in it: sessions, requests that wait for approval, and open
 * invitations.
 */
public final class OperatorTeamRules implements TeamRules {
  public static final Duration LIFETIME = Duration.ofDays(3);

  private static final Facts FACTS =
      new Facts(
          OperatorRole.admin.name(),
          Duration.ZERO,
          LIFETIME,
          OperatorRole.MOST_OPERATORS,
          () -> new Rejection(OperatorError.OPERATOR_NOT_FOUND, Message.of("operator.unknown")),
          () -> new Rejection(OperatorError.LAST_ADMIN, Message.of("operator.lastadmin")),
          () ->
              new Rejection(
                  OperatorError.TOO_MANY_OPERATORS,
                  Message.of("operator.limit", OperatorRole.MOST_OPERATORS)),
          () -> new Rejection(OperatorError.EMAIL_TAKEN, Message.of("operator.emailtaken")));

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
  public Facts facts() {
    return FACTS;
  }

  @Override
  public void lock(Handle handle, RealmId realm) {
    users.lockAll(handle, realm);
  }

  @Override
  public void lost(Handle handle, Acting by, User before) {
    String name = RealmKind.INSTANCE.actor(before.email(), "").name();
    Person operator = Person.of(RealmId.INSTANCE, before.id());
    SessionId kept = by.sessionId();
    if (kept == null) {
      sessions.deleteAll(handle, operator);
    } else {
      sessions.deleteOthers(handle, operator, kept);
    }
    approvals.declineAllOf(handle, name, by.actor());
    invitations.deleteAllBy(handle, RealmId.INSTANCE, name);
  }

  @Override
  public boolean showsLink() {
    return !outbox.reachesPeople();
  }

  @Override
  public void requireBudget(Acting by, String email) {
    limiter.require(Limit.INVITATIONS, by.actor().name());
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
  public void joined(Handle handle, AccountSessions.Opened opened, boolean byLetter) {
    AccountSession session = opened.session();
    log.record(handle, session.actor(), "operator.signed_in", null, session.sessionId().toString());
  }
}
