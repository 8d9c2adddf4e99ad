package dev.paylink.operator.approval;

import dev.paylink.account.Actor;
import dev.paylink.ids.ApprovalId;
import dev.paylink.operator.account.ActingOperator;
import java.time.Instant;

/**
 * What one operator asked for and another one has to agree to.
 *
 * @param subject a merchant's id, perhaps with a user's, the name of a chain, an operator's id or
 *     e-mail address
 * @param details what else is needed to do it, such as a reason; empty when nothing is
 * @param summary what it is, in a sentence
 * @param facts what it was asked for on; it must not have changed
 * @param requestedBy the name of an actor
 * @param requestedFrom the address from which it was asked for
 */
public record Approval(
    ApprovalId id,
    FourEyes kind,
    String subject,
    String details,
    String summary,
    String facts,
    String requestedBy,
    String requestedFrom,
    Instant requestedAt,
    Instant expiresAt,
    State state) {

  /** The state of a request. An expired one is still pending, and nobody can approve it. */
  public enum State {
    pending,
    approved,
    declined,
    /** What it was about had changed when somebody agreed. */
    outdated
  }

  public boolean isOf(ActingOperator operator) {
    return requestedBy.equals(operator.name());
  }

  /** Returns who asked, for logs. */
  public Actor requester() {
    return new Actor(requestedBy, requestedFrom);
  }

  /** Tells whether this operator may agree: another person, with the permission for it. */
  public boolean mayBeApprovedBy(ActingOperator operator) {
    return !isOf(operator) && operator.may(kind.permission());
  }

  /** Tells whether this operator may decline, or withdraw its own request. */
  public boolean mayBeDeclinedBy(ActingOperator operator) {
    return isOf(operator) || operator.may(kind.permission());
  }

  Approval decided(State after) {
    return new Approval(
        id,
        kind,
        subject,
        details,
        summary,
        facts,
        requestedBy,
        requestedFrom,
        requestedAt,
        expiresAt,
        after);
  }
}
