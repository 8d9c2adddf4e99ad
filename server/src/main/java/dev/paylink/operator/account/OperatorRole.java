package dev.paylink.operator.account;

import dev.paylink.platform.language.Message;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What an operator may do; {@link Permission} says it in full. */
public enum OperatorRole {
  /** Sees everything and changes nothing but its own account. */
  viewer,
  /** Also decides about companies and business names. */
  reviewer,
  /** Also changes keys and limits, sends deliveries again, resumes chains, lifts freezes. */
  operator,
  /** May do everything, operators included. */
  admin;

  /** Operators and open invitations together. */
  public static final int MOST_OPERATORS = 200;

  public static final Message KNOWN =
      Message.of("field.oneof", "viewer, reviewer, operator, admin");

  /** Returns the role of that name, or null when there is none. */
  public static @Nullable OperatorRole parse(String name) {
    return Arrays.stream(values())
        .filter(role -> role.name().equals(name))
        .findFirst()
        .orElse(null);
  }
}
