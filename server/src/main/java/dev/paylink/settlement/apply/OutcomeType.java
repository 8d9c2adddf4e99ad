package dev.paylink.settlement.apply;

import dev.paylink.payment.read.PaymentStatus;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What can be reported of a payment, and the status it leads to. */
public enum OutcomeType {
  SUBMITTED("payment.submitted"),
  CONFIRMED("payment.confirmed"),
  FAILED("payment.failed"),
  /** A failure that only a payment can have that is still open; told as any other. */
  EXPIRED("payment.failed");

  private final String text;

  OutcomeType(String text) {
    this.text = text;
  }

  /** As it stands in events. */
  public String text() {
    return text;
  }

  public static @Nullable OutcomeType parse(String text) {
    return reported().filter(type -> type.text.equals(text)).findFirst().orElse(null);
  }

  public static List<String> texts() {
    return reported().map(OutcomeType::text).toList();
  }

  /** Those that another component can report, each with a text of its own. */
  private static Stream<OutcomeType> reported() {
    return Stream.of(SUBMITTED, CONFIRMED, FAILED);
  }

  /**
   * Confirmed and failed apply from any state: the chain has the last word, and a reorganisation
   * may change it. Submitted is news of a payment that was only created, and never takes back an
   * outcome. Null when nothing changes.
   */
  @Nullable PaymentStatus after(PaymentStatus before) {
    return switch (this) {
      case SUBMITTED -> before == PaymentStatus.created ? PaymentStatus.submitted : null;
      case CONFIRMED -> PaymentStatus.success;
      case FAILED -> PaymentStatus.failed;
      case EXPIRED -> before.isOpen() ? PaymentStatus.failed : null;
    };
  }

  /** Whether merchants are told. */
  boolean isTold() {
    return this != SUBMITTED;
  }
}
