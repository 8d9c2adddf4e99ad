package dev.paylink.merchant.team;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.profile.RegisterMerchant;
import dev.paylink.merchant.user.Invitation;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.UserStore;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Invites somebody to a merchant's team. The link is handed out once, works once and for {@link
 * #LIFETIME}; only a hash of its token is kept. Inviting the same address again makes the earlier
 * link worthless.
 */
public final class InviteUser {
  static final Duration LIFETIME = Duration.ofDays(7);

  /** Each sends a letter to an address of the merchant's choice. */
  static final int PER_MINUTE = 20;

  private static final int TOKEN_BYTES = 32;

  private final Jdbi jdbi;
  private final AuditLog audit;
  private final RequestLimiter limiter;

  public InviteUser(Jdbi jdbi, AuditLog audit, RequestLimiter limiter) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.limiter = limiter;
  }

  /** The invitation, and the one time its link is known. */
  public record Invited(Invitation invitation, Secret url) {}

  /** 409 when the address has an account or the team is full, 429 after too many. */
  public Invited handle(SignedIn signedIn, String emailAsTyped, Role role) {
    limiter.require(
        "invite " + signedIn.merchantId(),
        PER_MINUTE,
        "You may send " + PER_MINUTE + " invitations a minute");
    String email = emailAsTyped.toLowerCase(Locale.ROOT);
    return jdbi.inTransaction(handle -> invite(handle, signedIn, email, role));
  }

  private Invited invite(Handle handle, SignedIn signedIn, String email, Role role) {
    MerchantId merchantId = signedIn.merchantId();
    Merchant merchant =
        Objects.requireNonNull(
            MerchantStore.lock(handle, merchantId), "a session outlived its merchant");
    InvitationStore.clear(handle, merchantId, email);
    Team.of(handle, merchantId).requireRoom();
    if (UserStore.findByEmail(handle, email) != null) {
      throw RegisterMerchant.emailTaken();
    }
    Secret token = new Secret(RandomToken.base64Url(TOKEN_BYTES));
    Invitation invitation = InvitationStore.insert(handle, signedIn, email, role, token, LIFETIME);
    Secret url = audit.announcements().invitationUrl(token);
    audit.record(
        handle, merchantId, signedIn.actor(), "invitation.created", null, invitation.summary());
    audit.announcements().tellInvited(handle, invitation, merchant.businessName(), url.reveal());
    return new Invited(invitation, url);
  }
}
