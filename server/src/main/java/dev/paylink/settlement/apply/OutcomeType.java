package dev.paylink.settlement.apply;

import dev.paylink.payment.PaymentStatus;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The outcomes that can be reported of a payment, and the status each leads to. */
public enum OutcomeType {
  SUBMITTED("payment.submitted"),
  CONFIRMED("payment.confirmed"),
  FAILED("payment.failed"),
  /**
   * A failure of a payment that is still open; merchants get the same event as for any other
   * failure.
   */
  EXPIRED("payment.failed"),
  /** The transaction that was seen is gone for good: it can no longer be mined. */
  DROPPED("payment.dropped");

  private final String text;

  OutcomeType(String text) {
    this.text = text;
  }

  /** Returns the type as written in events. */
  public String text() {
    return text;
  }

  public static @Nullable OutcomeType parse(String text) {
    return reported().filter(type -> type.text.equals(text)).findFirst().orElse(null);
  }

  public static List<String> texts() {
    return reported().map(OutcomeType::text).toList();
  }

  /** Returns the types that another component can report, each with its own text. */
  private static Stream<OutcomeType> reported() {
    return Stream.of(SUBMITTED, CONFIRMED, FAILED);
  }

  /**
   * Returns the new status, or null if nothing changes. Confirmed and failed apply from any state:
   * the chain has the last word, and a reorganisation may change it. Submitted applies only to a
   * payment that is {@code created}, and never takes back an outcome. Dropped takes back submitted.
   */
  @Nullable PaymentStatus after(PaymentStatus before) {
    return switch (this) {
      case SUBMITTED -> before == PaymentStatus.created ? PaymentStatus.submitted : null;
      case CONFIRMED -> PaymentStatus.success;
      case FAILED -> PaymentStatus.failed;
      case EXPIRED -> before.isOpen() ? PaymentStatus.failed : null;
      case DROPPED -> before == PaymentStatus.submitted ? PaymentStatus.created : null;
    };
  }

  /** Returns whether merchants get an event. */
  boolean isTold() {
    return this != DROPPED;
  }
}
