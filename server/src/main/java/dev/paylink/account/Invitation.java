package dev.paylink.account;

import dev.paylink.ids.InvitationId;
import dev.paylink.ids.RealmId;
import java.time.Instant;

/** An open invitation to a realm, without its token. */
public record Invitation(
    InvitationId id,
    RealmId realm,
    String email,
    String role,
    String invitedBy,
    Instant createdAt,
    Instant expiresAt) {

  /** Returns the text for the log. */
  public String summary() {
    return email + " as " + role;
  }
}
