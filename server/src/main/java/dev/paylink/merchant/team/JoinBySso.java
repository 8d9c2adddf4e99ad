package dev.paylink.merchant.team;

import dev.paylink.account.Actor;
import dev.paylink.account.Invitation;
import dev.paylink.account.RealmKind;
import dev.paylink.account.UserStore;
import dev.paylink.account.freeze.FreezeStore;
import dev.paylink.account.team.InvitationStore;
import dev.paylink.account.team.Invitations;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.signin.ConfirmEmail;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.RandomToken;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Makes a person a member for whom the team's identity provider has vouched: in the role of an open
 * invitation, otherwise in the role that a claim gives, which is never owner. The provider is the
 * merchant's own, so the address still has to be confirmed by our letter.
 */
public final class JoinBySso {
  private static final int TOKEN_BYTES = 32;

  private final InvitationStore invitations = new InvitationStore();
  private final MerchantStore merchants = new MerchantStore();
  private final UserStore users = new UserStore();
  private final FreezeStore freezes = new FreezeStore();
  private final Jdbi jdbi;
  private final Invitations invite;
  private final AuditLog audit;
  private final ConfirmEmail confirmEmail;

  public JoinBySso(Jdbi jdbi, Invitations invite, AuditLog audit, ConfirmEmail confirmEmail) {
    this.jdbi = jdbi;
    this.invite = invite;
    this.audit = audit;
    this.confirmEmail = confirmEmail;
  }

  /**
   * Returns the new member; null if the person is not invited and the claim gives no role, or if
   * the account is frozen. Refuses with 409 when the team is full, with 429 too many letters.
   */
  public UserStore.@Nullable Login handle(
      MerchantId merchantId, String email, @Nullable Role claimed, String source) {
    if (claimed == Role.owner) {
      throw new IllegalArgumentException("no claim makes an owner");
    }
    confirmEmail.requireBudget(email, source);
    return jdbi.inTransaction(handle -> join(handle, merchantId, email, claimed, source));
  }

  private UserStore.@Nullable Login join(
      Handle handle, MerchantId merchantId, String email, @Nullable Role claimed, String source) {
    RealmId realm = RealmId.of(merchantId);
    merchants.lock(handle, merchantId); // a freeze waits for us, or we for it
    Invitation invitation =
        invitations.open(handle, realm).stream()
            .filter(each -> each.email().equals(email))
            .findFirst()
            .orElse(null);
    String claimedRole = claimed == null ? null : claimed.name();
    String role = invitation == null ? claimedRole : invitation.role();
    if (role == null || freezes.find(handle, realm) != null) {
      return null;
    }
    invitations.clear(handle, realm, email);
    invite.requireRoom(handle, realm);
    UserStore.Login login =
        UserStore.Login.unnamed(
            realm, email, role, PasswordHash.ofGenerated(RandomToken.base64Url(TOKEN_BYTES)));
    Instant from = invite.enter(handle, login);
    confirmEmail.begin(handle, login, email);
    audit.record(
        handle,
        realm,
        new Actor(email, source),
        "user.joined_by_sso",
        invitation == null ? null : "invited by " + invitation.invitedBy(),
        Invitations.summary(email + " as " + role, from),
        List.of(email));
    return from == null ? login : users.findByEmail(handle, RealmKind.MERCHANT, email);
  }
}
