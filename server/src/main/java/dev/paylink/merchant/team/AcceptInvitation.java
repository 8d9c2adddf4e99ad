package dev.paylink.merchant.team;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.UserId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.profile.RegisterMerchant;
import dev.paylink.merchant.signin.MerchantSessions;
import dev.paylink.merchant.user.Invitation;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.UserStore;
import dev.paylink.merchant.user.Visitor;
import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.ratelimit.RequestLimiter;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Lets whoever holds an invitation's link join the team with a password of their own, and signs
 * them in. Of two who race with the same link one joins.
 */
public final class AcceptInvitation {
  private static final int PER_SOURCE_AND_MINUTE = 60;

  private final Jdbi jdbi;
  private final MerchantSessions sessions;
  private final AuditLog audit;
  private final RequestLimiter limiter;

  public AcceptInvitation(
      Jdbi jdbi, MerchantSessions sessions, AuditLog audit, RequestLimiter limiter) {
    this.jdbi = jdbi;
    this.sessions = sessions;
    this.audit = audit;
    this.limiter = limiter;
  }

  /** Who has joined, and the token of its first session. */
  public record Accepted(SignedIn signedIn, Secret sessionToken) {}

  /** Finds the open invitation behind a token; null when there is none. */
  public @Nullable Invitation find(Secret token) {
    return jdbi.withHandle(handle -> InvitationStore.find(handle, token));
  }

  /** 404 when the link is not good any more, 409 when the address has an account by now. */
  public Accepted handle(Secret token, Secret password, Visitor visitor) {
    limiter.require(
        "accept invitation " + visitor.source(),
        PER_SOURCE_AND_MINUTE,
        "Too many attempts from your address");
    if (find(token) == null) { // a guess must not cost us a password hash
      throw WithdrawInvitation.notFound();
    }
    // Takes a good part of a second: not while a connection is held.
    String passwordHash = PasswordHash.of(password.reveal());
    return jdbi.inTransaction(handle -> join(handle, token, passwordHash, visitor));
  }

  private Accepted join(Handle handle, Secret token, String passwordHash, Visitor visitor) {
    Invitation invitation = InvitationStore.find(handle, token);
    if (invitation == null || !InvitationStore.redeem(handle, token)) {
      throw WithdrawInvitation.notFound();
    }
    MerchantId merchantId = invitation.merchantId();
    String email = invitation.email();
    UserId userId = UserId.next();
    if (!UserStore.insert(handle, merchantId, userId, email, invitation.role(), passwordHash)) {
      throw RegisterMerchant.emailTaken(); // the invitation stays, as nothing is committed
    }
    MerchantSessions.Opened opened = sessions.open(handle, merchantId, userId, visitor);
    SignedIn signedIn =
        new SignedIn(merchantId, userId, email, invitation.role(), opened.id(), visitor.source());
    audit.record(
        handle, merchantId, signedIn.actor(), "invitation.accepted", null, invitation.summary());
    return new Accepted(signedIn, opened.token());
  }
}
