package dev.paylink.operator.team;

import dev.paylink.ids.InvitationId;
import dev.paylink.operator.account.OperatorRole;
import java.time.Instant;

/** Somebody who may become an operator and has not yet; its token is not here. */
public record OperatorInvitation(
    InvitationId id,
    String email,
    OperatorRole role,
    String invitedBy,
    Instant createdAt,
    Instant expiresAt) {

  /** Returns the text for the log. */
  public String summary() {
    return email + " as " + role;
  }
}
