package dev.paylink.checkout;

import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentStatus;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sandbox's simulated chain, for the test buttons of the page. */
@FunctionalInterface
public interface Simulation {
  void simulate(Payment payment, Outcome outcome);

  /**
   * The outcomes that a payment can be given. A duplicate is a confirmation reported twice. The
   * others from {@code pay} on happen on the simulated chain and take their time: a transaction in
   * the next block; the same, but the block is replaced before it is final, and a success is taken
   * back; ten seconds of silence. Transfers go to the payment's own address: what is missing, half
   * of the amount, a tenth too much, or what is missing after the payment has expired.
   */
  enum Outcome {
    submitted,
    confirmed,
    failed,
    expired,
    duplicate,
    pay,
    reorg,
    outage,
    transfer,
    transfer_part,
    transfer_more,
    transfer_late;

    /** The ends that most tests need; a page shows the others on request. */
    static final List<Outcome> USUAL = List.of(confirmed, failed, expired);

    static final List<Outcome> OTHERS =
        Arrays.stream(values()).filter(outcome -> !USUAL.contains(outcome)).toList();

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
        case transfer, transfer_part, transfer_more ->
            payment.amount() == null ? "test.no.amount" : null;
        case transfer_late ->
            status == PaymentStatus.success
                ? "test.no.paid"
                : payment.amount() == null ? "test.no.amount" : null;
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
