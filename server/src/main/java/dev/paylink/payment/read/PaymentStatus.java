package dev.paylink.payment.read;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Exactly the four states of the interface. */
public enum PaymentStatus {
  created,
  submitted,
  success,
  failed;

  /** True until the payment has succeeded or failed. */
  public boolean isOpen() {
    return this == created || this == submitted;
  }

  /** The status of that name, or null when there is none. */
  public static @Nullable PaymentStatus parse(String name) {
    return Arrays.stream(values()).filter(s -> s.name().equals(name)).findFirst().orElse(null);
  }
}
