package dev.paylink.merchant.team;

import dev.paylink.account.Acting;
import dev.paylink.account.Invitation;
import dev.paylink.account.freeze.FreezeStore;
import dev.paylink.account.signin.AccountSession;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.team.TeamRules;
import dev.paylink.ids.RealmId;
import dev.paylink.mail.LetterKind;
import dev.paylink.merchant.audit.Announcements;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.merchant.signin.ConfirmEmail;
import dev.paylink.merchant.signin.RegisterMerchant;
import dev.paylink.merchant.user.MerchantError;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SsoRuleStore;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.LimitError;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jdbi.v3.core.Handle;

/**
 * The rules of a merchant's team. There is always an owner. An owner who is removed or demoted
 * stays an owner for a delay, in which no change of a deposit address takes effect. A new owner
 * gets the rights of an owner after the same delay, and until then has their earlier ones, or those
 * of a viewer. A frozen account changes nobody and lets nobody in.
 */
public final class MerchantTeamRules implements TeamRules {
  /** Users and open invitations of one merchant together. */
  static final int MOST = 50;

  private static final Duration LIFETIME = Duration.ofDays(7);

  private final MerchantStore merchants = new MerchantStore();
  private final FreezeStore freezes = new FreezeStore();
  private final SsoRuleStore ssoRules = new SsoRuleStore();
  private final Announcements announcements;
  private final ConfirmEmail confirmEmail;
  private final RequestLimiter limiter;
  private final Facts facts;

  /**
   * Prepares the rules.
   *
   * @param delay how long it takes until somebody becomes an owner, or stops being one
   */
  public MerchantTeamRules(
      Announcements announcements,
      ConfirmEmail confirmEmail,
      RequestLimiter limiter,
      Duration delay) {
    this.announcements = announcements;
    this.confirmEmail = confirmEmail;
    this.limiter = limiter;
    this.facts =
        new Facts(
            Role.owner.name(),
            delay,
            LIFETIME,
            MOST,
            () -> new Rejection(MerchantError.USER_NOT_FOUND, Message.of("nouser")),
            () -> new Rejection(MerchantError.LAST_OWNER, Message.of("lastowner")),
            () -> new Rejection(MerchantError.TOO_MANY_USERS, Message.of("teamlimit", MOST)),
            RegisterMerchant::emailTaken);
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public void lock(Handle handle, RealmId realm) {
    Objects.requireNonNull(
        merchants.lock(handle, realm.merchantId()), "a session outlived its merchant");
  }

  @Override
  public void requireChangeable(Handle handle, RealmId realm) {
    freezes.requireThawed(handle, realm);
  }

  @Override
  public void announced(Handle handle, RealmId realm, Instant from) {
    // Until an owner is gone, it can undo a change of where money goes.
    merchants.postponeAddresses(handle, realm.merchantId(), from);
  }

  @Override
  public String waitingRole() {
    return Role.viewer.name();
  }

  @Override
  public boolean showsLink() {
    return !announcements.askForProof();
  }

  @Override
  public void requireBudget(Acting by, String email) {
    limiter.require(Limit.INVITATIONS, by.realm());
    if (announcements.areSent()) {
      limiter.require(Limit.LETTERS_OF_SOURCE, by.actor().source());
      limiter.require(Limit.LETTERS_TO_RECIPIENT, email);
    }
  }

  @Override
  public void requireInviting(Handle handle, RealmId realm) {
    freezes.requireThawed(handle, realm);
    confirmEmail.require(handle, realm.merchantId());
  }

  @Override
  public void send(Handle handle, Invitation invitation, Secret shown, Secret ofLetter) {
    Merchant merchant =
        Objects.requireNonNull(merchants.find(handle, invitation.realm().merchantId()));
    LetterKind kind =
        merchant.verification() == Verification.KybVerified
            ? LetterKind.verifiedInvitation
            : LetterKind.invitation;
    if (!announcements.tellInvited(
        handle, invitation, kind, merchant.businessName(), ofLetter.reveal())) {
      throw new Rejection(LimitError.RATE_LIMITED, Message.of("invitationssent", kind.most()))
          .retryAfter(LetterKind.APART.toSeconds());
    }
  }

  @Override
  public boolean mayJoin(Handle handle, Invitation invitation) {
    RealmId realm = invitation.realm();
    if (freezes.find(handle, realm) != null) {
      return false;
    }
    // Signing in at the provider joins as well.
    ssoRules.requireNone(handle, realm.merchantId(), Role.valueOf(invitation.role()));
    return true;
  }

  @Override
  public void joined(Handle handle, AccountSessions.Opened opened, boolean byLetter) {
    AccountSession session = opened.session();
    if (byLetter) {
      confirmEmail.prove(handle, session);
    } else {
      confirmEmail.begin(handle, session, session.email());
    }
  }
}
