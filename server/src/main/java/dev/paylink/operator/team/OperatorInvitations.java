package dev.paylink.operator.team;

import dev.paylink.ids.InvitationId;
import dev.paylink.ids.OperatorId;
import dev.paylink.mail.Letter;
import dev.paylink.mail.Outbox;
import dev.paylink.merchant.user.Visitor;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.OperatorLog;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.account.OperatorSessions;
import dev.paylink.operator.account.OperatorStore;
import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.language.Language;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Invites operators. A link is shown once and works once, within {@link #LIFETIME}; only a hash of
 * its token is stored. A new invitation to the same address replaces the earlier link.
 */
public final class OperatorInvitations {
  public static final Duration LIFETIME = Duration.ofDays(3);

  private static final int TOKEN_BYTES = 32;

  private final OperatorInvitationStore store = new OperatorInvitationStore();
  private final OperatorStore operators = new OperatorStore();
  private final Jdbi jdbi;
  private final OperatorSessions sessions;
  private final OperatorLog log;
  private final Outbox outbox;
  private final RequestLimiter limiter;

  public OperatorInvitations(
      Jdbi jdbi,
      OperatorSessions sessions,
      OperatorLog log,
      Outbox outbox,
      RequestLimiter limiter) {
    this.jdbi = jdbi;
    this.sessions = sessions;
    this.log = log;
    this.outbox = outbox;
    this.limiter = limiter;
  }

  /** The invitation and its link, which nobody can read again. */
  public record Invited(OperatorInvitation invitation, Secret url) {}

  /** What an invited person sends. */
  public record Acceptance(Secret token, String name, Secret password) {}

  /** Returns the open invitations, newest first. */
  public List<OperatorInvitation> open() {
    return jdbi.withHandle(store::open);
  }

  /**
   * Invites somebody; refuses with 409 when the address has an account or there are too many.
   *
   * @param link makes the link of a token
   */
  public Invited invite(
      ActingOperator by, String emailAsTyped, OperatorRole role, UnaryOperator<String> link) {
    limiter.require(Limit.INVITATIONS, by.name());
    String email = emailAsTyped.toLowerCase(Locale.ROOT);
    return jdbi.inTransaction(handle -> invite(handle, by, email, role, link));
  }

  private Invited invite(
      Handle handle,
      ActingOperator by,
      String email,
      OperatorRole role,
      UnaryOperator<String> link) {
    int count = operators.lockAll(handle).size() + store.open(handle).size();
    if (count >= OperatorStore.MAX_OPERATORS) {
      throw new Refused(
          Problem.conflict(
              "TOO_MANY_OPERATORS",
              "There can be " + OperatorStore.MAX_OPERATORS + " operators and invitations"));
    }
    if (operators.findByEmail(handle, email) != null) {
      throw taken();
    }
    Secret token = new Secret(RandomToken.base64Url(TOKEN_BYTES));
    OperatorInvitation invitation = store.put(handle, email, role, by.name(), token, LIFETIME);
    Secret url = new Secret(link.apply(token.reveal()));
    log.record(handle, by.actor(), "operator_invitation.created", null, invitation.summary());
    outbox.post(handle, letter(invitation, url));
    return new Invited(invitation, url);
  }

  private static Letter letter(OperatorInvitation invitation, Secret url) {
    return new Letter(
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
        new Letter.Action("Join", url.reveal()));
  }

  /**
   * Withdraws an invitation: its link stops working. Refuses with 404 when there is none.
   *
   * @param idText as it stands in the path
   */
  public void withdraw(ActingOperator by, String idText) {
    InvitationId id = InvitationId.parse(idText);
    jdbi.useTransaction(
        handle -> {
          OperatorInvitation invitation = id == null ? null : store.delete(handle, id);
          if (invitation == null) {
            throw notFound();
          }
          log.record(
              handle, by.actor(), "operator_invitation.withdrawn", invitation.summary(), null);
        });
  }

  /** Finds the open invitation behind a token; null when there is none. */
  public @Nullable OperatorInvitation find(Secret token) {
    return jdbi.withHandle(handle -> store.find(handle, token));
  }

  /**
   * Makes the person with the link an operator and signs them in. Refuses with 404 when the link no
   * longer works, with 409 when the address has an account by now.
   */
  public OperatorSessions.Opened accept(Acceptance acceptance, Visitor visitor) {
    limiter.require(Limit.ACCEPTED_INVITATIONS, visitor.source());
    if (find(acceptance.token) == null) { // a guess must not cost us a password hash
      throw notFound();
    }
    // Slow, so outside the transaction.
    String passwordHash = PasswordHash.of(acceptance.password.reveal());
    return jdbi.inTransaction(handle -> join(handle, acceptance, passwordHash, visitor));
  }

  private OperatorSessions.Opened join(
      Handle handle, Acceptance acceptance, String passwordHash, Visitor visitor) {
    operators.lockAll(handle); // the removal of an inviting admin waits for us, or we for it
    OperatorInvitation invitation = store.find(handle, acceptance.token);
    if (invitation == null || !store.redeem(handle, acceptance.token)) {
      throw notFound();
    }
    OperatorStore.Login login =
        new OperatorStore.Login(
            OperatorId.next(),
            invitation.email(),
            acceptance.name,
            invitation.role(),
            passwordHash);
    if (!operators.insert(handle, login)) {
      throw taken(); // the invitation stays, as nothing is committed
    }
    OperatorSessions.Opened opened = sessions.open(handle, login, false, visitor);
    log.record(
        handle,
        opened.session().operator().actor(),
        "operator_invitation.accepted",
        "by " + invitation.invitedBy(),
        invitation.summary());
    return opened;
  }

  private static Refused taken() {
    return new Refused(
        Problem.conflict("EMAIL_TAKEN", "An operator with this e-mail address exists"));
  }

  private static Refused notFound() {
    return new Refused(
        Problem.notFound(
            "INVITATION_NOT_FOUND",
            "The invitation is unknown, already used, withdrawn or expired"));
  }
}
