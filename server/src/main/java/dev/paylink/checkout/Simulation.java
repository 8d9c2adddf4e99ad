package dev.paylink.checkout;

import dev.paylink.payment.Payment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A sandbox's simulated chain, as the buttons of the page use it. */
@FunctionalInterface
public interface Simulation {
  void simulate(Payment payment, Outcome outcome);

  /** What a payment can be made to turn out as. A duplicate is a confirmation reported twice. */
  enum Outcome {
    submitted,
    confirmed,
    failed,
    expired,
    duplicate;

    /** The outcome of that name, or null when there is none. */
    public static @Nullable Outcome parse(String name) {
      return Arrays.stream(values()).filter(o -> o.name().equals(name)).findFirst().orElse(null);
    }
  }
}
