package dev.paylink.merchant.user;

import dev.paylink.ids.InvitationId;
import dev.paylink.ids.MerchantId;
import java.time.Instant;

/** Somebody who may join a merchant's team and has not yet; its token is not here. */
public record Invitation(
    InvitationId id,
    MerchantId merchantId,
    String email,
    Role role,
    String invitedBy,
    Instant createdAt,
    Instant expiresAt) {

  /** Returns the text for the audit log. */
  public String summary() {
    return email + " as " + role;
  }
}
