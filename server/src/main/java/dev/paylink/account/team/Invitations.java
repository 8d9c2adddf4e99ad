package dev.paylink.account.team;

import dev.paylink.account.AccountError;
import dev.paylink.account.AccountLog;
import dev.paylink.account.Acting;
import dev.paylink.account.Invitation;
import dev.paylink.account.RealmKind;
import dev.paylink.account.UserStore;
import dev.paylink.account.Visitor;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.signin.SignInWay;
import dev.paylink.ids.InvitationId;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.UserId;
import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.Instant;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Invites people to a realm. A link works once, within the lifetime of the rules; only a hash of
 * its token is stored. Where letters reach people it is in the letter only; elsewhere the inviting
 * person sees it, this once. A new invitation to the same address replaces the earlier link. When
 * two people use the same link at once, one joins. The link in the letter is longer than the one
 * that is shown: its holder reads the mail of the address.
 */
public final class Invitations {
  private static final int TOKEN_BYTES = 32;
  private static final int SHOWN_LENGTH = 43; // of so many bytes in base64url

  private final InvitationStore store = new InvitationStore();
  private final UserStore users = new UserStore();
  private final Jdbi jdbi;
  private final RealmKind kind;
  private final AccountSessions sessions;
  private final AccountLog log;
  private final RequestLimiter limiter;
  private final TeamRules rules;

  public Invitations(
      Jdbi jdbi,
      RealmKind kind,
      AccountSessions sessions,
      AccountLog log,
      RequestLimiter limiter,
      TeamRules rules) {
    this.jdbi = jdbi;
    this.kind = kind;
    this.sessions = sessions;
    this.log = log;
    this.limiter = limiter;
    this.rules = rules;
  }

  /** The parts of a link: what was shown, and what only the letter has, which may be empty. */
  private record Link(Secret shown, Secret ofLetter) {
    static Link of(Secret token) {
      String text = token.reveal();
      int end = Math.min(SHOWN_LENGTH, text.length());
      return new Link(new Secret(text.substring(0, end)), new Secret(text.substring(end)));
    }
  }

  /**
   * The invitation and its link, which nobody can read again.
   *
   * @param url null where only the letter has it
   */
  public record Invited(Invitation invitation, @Nullable Secret url) {}

  /**
   * What an invited person sends.
   *
   * @param name null where nobody is asked for one
   */
  public record Acceptance(Secret token, @Nullable String name, Secret password) {}

  /**
   * Invites somebody; refuses with 409 when the address has an account or the realm is full.
   *
   * @param link makes the link of a token
   */
  public Invited invite(Acting by, String emailAsTyped, String role, UnaryOperator<String> link) {
    String email = emailAsTyped.toLowerCase(Locale.ROOT);
    rules.requireBudget(by, email);
    return jdbi.inTransaction(handle -> invite(handle, by, email, role, link));
  }

  /** Invites somebody in the caller's transaction, who has looked at the budgets. */
  public Invited invite(
      Handle handle, Acting by, String email, String role, UnaryOperator<String> link) {
    RealmId realm = by.realm();
    rules.lock(handle, realm);
    rules.requireInviting(handle, realm);
    store.clear(handle, realm, email);
    requireRoom(handle, realm);
    if (users.findByEmail(handle, kind, email) != null) {
      throw rules.facts().taken().get();
    }
    Secret token = new Secret(RandomToken.base64Url(TOKEN_BYTES));
    Secret ofLetter = new Secret(RandomToken.base64Url(TOKEN_BYTES));
    Invitation invitation =
        store.insert(handle, by, email, role, token, ofLetter, rules.facts().lifetime());
    Secret url = new Secret(link.apply(token.reveal()));
    log.record(handle, by, "invitation.created", null, invitation.summary());
    rules.send(handle, invitation, url, new Secret(link.apply(token.reveal() + ofLetter.reveal())));
    return new Invited(invitation, rules.showsLink() ? url : null);
  }

  /** Refuses with 409 when the realm is full; the caller has locked its team. */
  public void requireRoom(Handle handle, RealmId realm) {
    if (users.all(handle, realm).size() + store.open(handle, realm).size()
        >= rules.facts().most()) {
      throw rules.facts().full().get();
    }
  }

  /**
   * Withdraws an invitation: its link stops working. Refuses with 404 when the realm has no such
   * open invitation.
   *
   * @param idText as written in the path
   */
  public void withdraw(Acting by, String idText) {
    InvitationId id = InvitationId.parse(idText);
    jdbi.useTransaction(
        handle -> {
          Invitation invitation = id == null ? null : store.delete(handle, by.realm(), id);
          if (invitation == null) {
            throw notFound();
          }
          log.record(handle, by, "invitation.withdrawn", invitation.summary(), null);
        });
  }

  /** Finds the open invitation behind a token; null when there is none. */
  public @Nullable Invitation find(Secret token) {
    return jdbi.withHandle(handle -> find(handle, Link.of(token)));
  }

  private @Nullable Invitation find(Handle handle, Link link) {
    Invitation invitation = store.find(handle, link.shown());
    return invitation != null && kind.includes(invitation.realm()) ? invitation : null;
  }

  /**
   * Adds the person with the link to the realm, with a password of their own, and signs them in.
   * Refuses with 404 when the link no longer works, with 409 when the address has an account by
   * now.
   */
  public AccountSessions.Opened accept(Acceptance acceptance, Visitor visitor) {
    limiter.require(Limit.ACCEPTED_INVITATIONS, visitor.source());
    if (find(acceptance.token) == null) { // a guess must not cost us a password hash
      throw notFound();
    }
    // Slow, so outside the transaction.
    String passwordHash = PasswordHash.of(acceptance.password.reveal());
    return jdbi.inTransaction(handle -> join(handle, acceptance, passwordHash, visitor));
  }

  private AccountSessions.Opened join(
      Handle handle, Acceptance acceptance, String passwordHash, Visitor visitor) {
    Link link = Link.of(acceptance.token);
    Invitation invitation = find(handle, link);
    boolean byLetter = store.isOfLetter(handle, link.shown(), link.ofLetter());
    if (invitation == null) {
      throw notFound();
    }
    rules.lock(handle, invitation.realm()); // what ends invitations waits for us, or we for it
    if (!rules.mayJoin(handle, invitation) || !store.redeem(handle, link.shown())) {
      throw notFound();
    }
    String email = invitation.email();
    UserStore.Login login =
        new UserStore.Login(
            invitation.realm(),
            UserId.next(),
            email,
            acceptance.name == null ? email : acceptance.name,
            invitation.role(),
            passwordHash);
    Instant from = enter(handle, login);
    users.invited(handle, login, invitation.invitedBy());
    AccountSessions.Opened opened = sessions.open(handle, login, visitor, SignInWay.OWN);
    rules.joined(handle, opened, byLetter);
    log.record(
        handle,
        invitation.realm(),
        opened.session().actor(),
        "invitation.accepted",
        kind.isInstance() ? "by " + invitation.invitedBy() : null,
        summary(invitation.summary(), from));
    return opened;
  }

  /**
   * Inserts somebody who joins; the highest role begins after the delay. Returns from when on it
   * does, null for other roles. Refuses with 409 when the address has an account; the invitation
   * stays then, as nothing is committed.
   */
  public @Nullable Instant enter(Handle handle, UserStore.Login login) {
    TeamRules.Facts facts = rules.facts();
    boolean waits = login.role().equals(facts.chiefRole()) && !facts.delay().isZero();
    UserStore.Login begun = waits ? login.withRole(rules.waitingRole()) : login;
    if (!users.insert(handle, begun)) {
      throw facts.taken().get();
    }
    return waits
        ? users.announce(handle, begun, begun.role(), login.role(), facts.delay()).from()
        : null;
  }

  /** Returns the text for the log of who joined, and from when on in that role. */
  public static String summary(String joined, @Nullable Instant from) {
    return from == null ? joined : joined + " from " + Timestamps.format(from);
  }

  private static Rejection notFound() {
    return new Rejection(AccountError.INVITATION_NOT_FOUND, Message.of("invitation"));
  }
}
