package dev.paylink.checkout;

import dev.paylink.payment.read.Payment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A sandbox's simulated chain, as the buttons of the page use it. */
@FunctionalInterface
public interface Simulation {
  void simulate(Payment payment, Outcome outcome);

  /**
   * What a payment can be made to turn out as. A duplicate is a confirmation reported twice. The
   * last three happen on the simulated chain and take their time: a transaction in the next block;
   * the same, but the block is replaced before it is final; ten seconds of silence.
   */
  enum Outcome {
    submitted,
    confirmed,
    failed,
    expired,
    duplicate,
    pay,
    reorg,
    outage;

    /** The outcome of that name, or null when there is none. */
    public static @Nullable Outcome parse(String name) {
      return Arrays.stream(values()).filter(o -> o.name().equals(name)).findFirst().orElse(null);
    }
  }
}
