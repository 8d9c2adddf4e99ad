package dev.paylink.merchant.team;

import dev.paylink.ids.InvitationId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.Invitation;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Takes an invitation back: its link opens nothing any more. */
public final class WithdrawInvitation {
  private final Jdbi jdbi;
  private final AuditLog audit;

  public WithdrawInvitation(Jdbi jdbi, AuditLog audit) {
    this.jdbi = jdbi;
    this.audit = audit;
  }

  /**
   * 404 when the merchant has no such invitation open.
   *
   * @param idText as it stands in the path
   */
  public void handle(SignedIn signedIn, String idText) {
    InvitationId id = InvitationId.parse(idText);
    if (id == null) {
      throw notFound();
    }
    jdbi.useTransaction(handle -> withdraw(handle, signedIn, id));
  }

  private void withdraw(Handle handle, SignedIn signedIn, InvitationId id) {
    Invitation invitation = InvitationStore.delete(handle, signedIn.merchantId(), id);
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

  static Refused notFound() {
    return new Refused(
        Problem.notFound(
            "INVITATION_NOT_FOUND",
            "The invitation is unknown, already used, withdrawn or expired"));
  }
}
