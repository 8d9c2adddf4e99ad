package dev.paylink.checkout;

import dev.paylink.payment.read.Payment;
import dev.paylink.payment.read.PaymentStatus;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A sandbox's simulated chain, as the buttons of the page use it. */
@FunctionalInterface
public interface Simulation {
  void simulate(Payment payment, Outcome outcome);

  /**
   * What a payment can be made to turn out as. A duplicate is a confirmation reported twice. The
   * last three happen on the simulated chain and take their time: a transaction in the next block;
   * the same, but the block is replaced before it is final, and a success is taken back; ten
   * seconds of silence.
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

    /** Says why it cannot be simulated now, as the key of a text; null when it can. */
    @Nullable String obstacle(Payment payment, Instant now) {
      PaymentStatus status = payment.status();
      return switch (this) {
        case submitted -> status == PaymentStatus.created ? null : "test.no.news";
        case pay -> status == PaymentStatus.success ? "test.no.paid" : onChain(payment, now);
        case reorg -> status == PaymentStatus.success ? null : onChain(payment, now);
        case confirmed, failed, expired, duplicate, outage -> null;
      };
    }

    private static @Nullable String onChain(Payment payment, Instant now) {
      return payment.amount() == null
          ? "test.no.amount"
          : now.isBefore(payment.expiresAt()) ? null : "test.no.late";
    }

    /** The outcome of that name, or null when there is none. */
    public static @Nullable Outcome parse(String name) {
      return Arrays.stream(values()).filter(o -> o.name().equals(name)).findFirst().orElse(null);
    }
  }
}
