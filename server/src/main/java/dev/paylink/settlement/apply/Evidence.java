package dev.paylink.settlement.apply;

import dev.paylink.payment.Payment;
import java.util.function.Predicate;

/** What stands behind the reports of a batch. */
sealed interface Evidence {
  /** A component's word: payee, token and amount are compared with the payment. */
  record Reported() implements Evidence {}

  /**
   * The chain watcher's own proof: the stored ref vouches for payee, token and amount, whatever
   * currencies accept today, and a payment that is already a success is not confirmed again. The
   * transfer is this payment's, whatever was reported before: when a transaction of several
   * payments is mined again, its logs may be elsewhere in the block.
   *
   * @param isPaidTwice tells whether two transfers have paid the payment
   */
  record Proven(Predicate<Payment> isPaidTwice) implements Evidence {}

  /**
   * The chain watcher's proof from blocks that are not final, for merchants who want that. It
   * confirms a payment that is submitted, and takes back one that is a success; otherwise nothing
   * is recorded, so that the final block tells it as always.
   */
  record Early() implements Evidence {}

  /** Operators' decision about confirmations that were held after they were checked. */
  record Decided() implements Evidence {}
}
