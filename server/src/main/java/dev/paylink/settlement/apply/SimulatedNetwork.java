package dev.paylink.settlement.apply;

import dev.paylink.payment.read.Payment;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** A sandbox's chain, on which payments are made without money. */
public interface SimulatedNetwork {
  /**
   * Puts the payment into the next block, unless it is in one; it may have ended, for money can
   * come late. Null when the chain cannot take it: its amount is not chosen, or its time has run
   * out.
   */
  @Nullable Reports pay(Payment payment);

  /**
   * Replaces the block that holds the payment before it is final; it comes back in a later one.
   * False when it is in none, or in a final one.
   */
  boolean reorganise(Payment payment);

  /** Makes the chain silent for the next ten seconds. */
  void fallSilent();

  /**
   * What the chain's watcher reports of a payment, now and when the block is final.
   *
   * @param settled it was confirmed before: the watcher does not report it again
   * @param markSettled tells the watcher, in the transaction that confirms the payment ahead of it
   */
  record Reports(
      Report submitted, Report confirmed, boolean settled, Consumer<Handle> markSettled) {}
}
