package dev.paylink.payout;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How far a payout has come, in the order in which states win: reports may arrive in any order, and
 * a payout is in the last of the states that were reported. A bank may take back what was paid, so
 * the two bad ends stand behind it; money that comes back after a failure was returned.
 */
public enum PayoutStatus {
  initiated,
  sent,
  paid,
  failed,
  returned;

  private static final String PREFIX = "payout.";

  /** Returns the state that a type of report tells of; null if there is none. */
  static @Nullable PayoutStatus ofType(String type) {
    return Arrays.stream(values())
        .filter(status -> status.type().equals(type))
        .findFirst()
        .orElse(null);
  }

  /** Returns the state of this name; null if there is none. */
  public static @Nullable PayoutStatus parse(String name) {
    return Arrays.stream(values())
        .filter(status -> status.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  /** Returns all types, for a message. */
  static String types() {
    return Arrays.stream(values()).map(PayoutStatus::type).collect(Collectors.joining(", "));
  }

  /** Returns all names, for a message. */
  public static String names() {
    return Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));
  }

  /** Returns the type of the report, and of the event, that tells of this state. */
  public String type() {
    return PREFIX + name();
  }

  /** Tells whether the payout still carries its payments: one that went wrong lets them go. */
  public boolean isLive() {
    return this != failed && this != returned;
  }
}
