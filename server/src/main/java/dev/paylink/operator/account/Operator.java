package dev.paylink.operator.account;

import dev.paylink.ids.OperatorId;
import java.time.Instant;

/** A person who runs the service. */
public record Operator(
    OperatorId id,
    String email,
    String name,
    OperatorRole role,
    boolean twoFactor,
    Instant createdAt) {

  /** Returns the name in audit logs. */
  public String actorName() {
    return ActingOperator.nameOf(email);
  }

  /** Returns the text for the log. */
  public String summary() {
    return email + " as " + role;
  }
}
