package dev.paylink.settlement.apply;

import dev.paylink.payment.Payment;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** A sandbox's chain, on which payments are made without money. */
public interface SimulatedNetwork {
  /**
   * Puts the payment into the next block, unless it already is in one. It may have ended, since
   * money can come late. Returns null if the chain cannot take it: its amount is not chosen, or its
   * time has run out.
   */
  @Nullable Reports pay(Payment payment);

  /**
   * Replaces the block that holds the payment before the block is final; the payment returns in a
   * later block. Returns false if it is in no block, or in a final one.
   */
  boolean reorganise(Payment payment);

  /** How much of its amount comes to a payment's address. */
  enum Share {
    /** What is missing; the whole amount again if nothing is. */
    missing,
    half,
    /** A tenth more than the amount. */
    more,
    /** What is missing, after the payment's time. */
    late
  }

  /**
   * Puts a plain transfer to the payment's own address into the next block. Returns false if the
   * payment's amount is not chosen.
   */
  boolean transfer(Payment payment, Share share);

  /** Makes the chain silent for the next ten seconds. */
  void fallSilent();

  /**
   * The reports of the chain's watcher about a payment, now and when the block is final.
   *
   * @param settled whether it was confirmed before: the watcher does not report it again
   * @param markSettled tells the watcher, in the transaction that confirms the payment ahead of it
   */
  record Reports(
      Report submitted, Report confirmed, boolean settled, Consumer<Handle> markSettled) {}
}
