package dev.paylink.merchant.team;

import dev.paylink.ids.InvitationId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.UserId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.freeze.FreezeStore;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.profile.RegisterMerchant;
import dev.paylink.merchant.signin.ConfirmEmail;
import dev.paylink.merchant.signin.MerchantSessions;
import dev.paylink.merchant.user.Invitation;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.SsoRuleStore;
import dev.paylink.merchant.user.UserStore;
import dev.paylink.merchant.user.Visitor;
import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Invites people to a merchant's team. A link is shown once and works once, within {@link
 * #LIFETIME}; only a hash of its token is stored. A new invitation to the same address replaces the
 * earlier link. When two people use the same link at once, one joins. The link in the letter is
 * longer than the one that the inviting person sees: whoever has it reads the mail of the address.
 */
public final class Invitations {
  static final Duration LIFETIME = Duration.ofDays(7);
  private static final int TOKEN_BYTES = 32;
  private static final int SHOWN_LENGTH = 43; // of so many bytes in base64url

  private final InvitationStore store = new InvitationStore();
  private final MerchantStore merchants = new MerchantStore();
  private final UserStore users = new UserStore();
  private final FreezeStore freezes = new FreezeStore();
  private final SsoRuleStore ssoRules = new SsoRuleStore();
  private final Jdbi jdbi;
  private final MerchantSessions sessions;
  private final AuditLog audit;
  private final RequestLimiter limiter;
  private final ConfirmEmail confirmEmail;

  public Invitations(
      Jdbi jdbi,
      MerchantSessions sessions,
      AuditLog audit,
      RequestLimiter limiter,
      ConfirmEmail confirmEmail) {
    this.jdbi = jdbi;
    this.sessions = sessions;
    this.audit = audit;
    this.limiter = limiter;
    this.confirmEmail = confirmEmail;
  }

  /** The parts of a link: what was shown, and what only the letter has, which may be empty. */
  private record Link(Secret shown, Secret ofLetter) {
    static Link of(Secret token) {
      String text = token.reveal();
      int end = Math.min(SHOWN_LENGTH, text.length());
      return new Link(new Secret(text.substring(0, end)), new Secret(text.substring(end)));
    }
  }

  /** The invitation and its link, which nobody can read again. */
  public record Invited(Invitation invitation, Secret url) {}

  /** The new user, and the token of its first session. */
  public record Accepted(SignedIn signedIn, Secret sessionToken) {}

  /** Invites somebody; refuses with 409 when the address has an account or the team is full. */
  public Invited invite(SignedIn signedIn, String emailAsTyped, Role role) {
    limiter.require(Limit.INVITATIONS, signedIn.merchantId());
    String email = emailAsTyped.toLowerCase(Locale.ROOT);
    if (audit.announcements().areSent()) {
      limiter.require(Limit.LETTERS_OF_SOURCE, signedIn.source());
      limiter.require(Limit.LETTERS_TO_RECIPIENT, email);
    }
    return jdbi.inTransaction(handle -> invite(handle, signedIn, email, role));
  }

  private Invited invite(Handle handle, SignedIn signedIn, String email, Role role) {
    MerchantId merchantId = signedIn.merchantId();
    Merchant merchant =
        Objects.requireNonNull(
            merchants.lock(handle, merchantId), "a session outlived its merchant");
    freezes.requireThawed(handle, merchantId);
    confirmEmail.require(handle, merchantId);
    store.clear(handle, merchantId, email);
    TeamMembers.of(handle, merchantId).requireRoom();
    if (users.findByEmail(handle, email) != null) {
      throw RegisterMerchant.emailTaken();
    }
    Secret token = new Secret(RandomToken.base64Url(TOKEN_BYTES));
    Secret ofLetter = new Secret(RandomToken.base64Url(TOKEN_BYTES));
    Invitation invitation = store.insert(handle, signedIn, email, role, token, ofLetter, LIFETIME);
    Secret url = audit.announcements().invitationUrl(token);
    audit.record(
        handle, merchantId, signedIn.actor(), "invitation.created", null, invitation.summary());
    Secret letterUrl =
        audit.announcements().invitationUrl(new Secret(token.reveal() + ofLetter.reveal()));
    audit
        .announcements()
        .tellInvited(handle, invitation, merchant.businessName(), letterUrl.reveal());
    return new Invited(invitation, url);
  }

  /**
   * Withdraws an invitation: its link stops working. Refuses with 404 when the merchant has no such
   * open invitation.
   *
   * @param idText as it stands in the path
   */
  public void withdraw(SignedIn signedIn, String idText) {
    InvitationId id = InvitationId.parse(idText);
    if (id == null) {
      throw notFound();
    }
    jdbi.useTransaction(handle -> withdraw(handle, signedIn, id));
  }

  private void withdraw(Handle handle, SignedIn signedIn, InvitationId id) {
    Invitation invitation = store.delete(handle, signedIn.merchantId(), id);
    if (invitation == null) {
      throw notFound();
    }
    audit.record(
        handle,
        signedIn.merchantId(),
        signedIn.actor(),
        "invitation.withdrawn",
        invitation.summary(),
        null);
  }

  /** Finds the open invitation behind a token; null when there is none. */
  public @Nullable Invitation find(Secret token) {
    return jdbi.withHandle(handle -> store.find(handle, Link.of(token).shown()));
  }

  /**
   * Adds the person with the link to the team, with a password of their own, and signs them in.
   * Refuses with 404 when the link no longer works, with 409 when the address has an account by
   * now.
   */
  public Accepted accept(Secret token, Secret password, Visitor visitor) {
    limiter.require(Limit.ACCEPTED_INVITATIONS, visitor.source());
    if (find(token) == null) { // a guess must not cost us a password hash
      throw notFound();
    }
    // Slow, so outside the transaction.
    String passwordHash = PasswordHash.of(password.reveal());
    return jdbi.inTransaction(handle -> join(handle, token, passwordHash, visitor));
  }

  private Accepted join(Handle handle, Secret token, String passwordHash, Visitor visitor) {
    Link link = Link.of(token);
    Invitation invitation = store.find(handle, link.shown());
    boolean byLetter = store.isOfLetter(handle, link.shown(), link.ofLetter());
    if (invitation == null || !store.redeem(handle, link.shown())) {
      throw notFound();
    }
    MerchantId merchantId = invitation.merchantId();
    merchants.lock(handle, merchantId); // a freeze ends invitations: it waits for us, or we for it
    if (freezes.find(handle, merchantId) != null) {
      throw notFound();
    }
    ssoRules.requireNone(handle, merchantId, invitation.role()); // signing in there joins as well
    String email = invitation.email();
    UserId userId = UserId.next();
    if (!users.insert(handle, merchantId, userId, email, invitation.role(), passwordHash)) {
      throw RegisterMerchant.emailTaken(); // the invitation stays, as nothing is committed
    }
    if (byLetter) {
      users.prove(handle, merchantId, userId);
    } else {
      confirmEmail.begin(handle, merchantId, userId, email);
    }
    MerchantSessions.Opened opened = sessions.open(handle, merchantId, userId, visitor);
    SignedIn signedIn =
        new SignedIn(
            merchantId,
            userId,
            email,
            invitation.role(),
            opened.id(),
            visitor.source(),
            true,
            false,
            false);
    audit.record(
        handle, merchantId, signedIn.actor(), "invitation.accepted", null, invitation.summary());
    return new Accepted(signedIn, opened.token());
  }

  private static Refused notFound() {
    return new Refused(
        Problem.notFound(
            "INVITATION_NOT_FOUND",
            "The invitation is unknown, already used, withdrawn or expired"));
  }
}
