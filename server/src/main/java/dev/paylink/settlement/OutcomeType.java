package dev.paylink.settlement;

import dev.paylink.payment.PaymentStatus;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be reported of a payment, and the status it leads to. */
public enum OutcomeType {
  SUBMITTED("payment.submitted"),
  CONFIRMED("payment.confirmed"),
  FAILED("payment.failed");

  private final String text;

  OutcomeType(String text) {
    this.text = text;
  }

  /** As it stands in events. */
  public String text() {
    return text;
  }

  static @Nullable OutcomeType parse(String text) {
    return Arrays.stream(values()).filter(type -> type.text.equals(text)).findFirst().orElse(null);
  }

  static List<String> texts() {
    return Arrays.stream(values()).map(OutcomeType::text).toList();
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
    };
  }

  /** Whether merchants are told. */
  boolean isTold() {
    return this != SUBMITTED;
  }
}
