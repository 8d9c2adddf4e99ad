package dev.paylink.payment;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The four statuses of a payment, exactly as the API has them. */
public enum PaymentStatus {
  created,
  submitted,
  success,
  failed;

  /** Returns true until the payment has succeeded or failed. */
  public boolean isOpen() {
    return this == created || this == submitted;
  }

  /** Returns the status with this name, or null if there is none. */
  public static @Nullable PaymentStatus parse(String name) {
    return Arrays.stream(values()).filter(s -> s.name().equals(name)).findFirst().orElse(null);
  }
}
