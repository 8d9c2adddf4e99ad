package dev.paylink.checkout;

import dev.paylink.payment.read.Payment;
import dev.paylink.payment.read.PaymentStatus;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A sandbox's simulated chain, for the test buttons of the page. */
@FunctionalInterface
public interface Simulation {
  void simulate(Payment payment, Outcome outcome);

  /**
   * The outcomes that a payment can be given. A duplicate is a confirmation reported twice. The
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

    /**
     * Returns the text key of the reason why the outcome cannot be simulated now, or null if it
     * can.
     */
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

    /** Returns the outcome with this name, or null if there is none. */
    public static @Nullable Outcome parse(String name) {
      return Arrays.stream(values()).filter(o -> o.name().equals(name)).findFirst().orElse(null);
    }
  }
}
