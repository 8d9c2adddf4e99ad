package dev.paylink.sandbox;

import dev.paylink.checkout.Simulation;
import dev.paylink.money.Bytes32;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.OnChainTransaction;
import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.Report;
import dev.paylink.settlement.apply.ReportResult;
import dev.paylink.settlement.apply.SimulatedNetwork;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes a payment end as requested. Outcomes that the simulated chain can produce happen there. A
 * confirmation is reported at once, under the reference that the chain's watcher would use, and the
 * watcher knows of it, so it is reported once. The rest is reported as a chain would, with a
 * transaction that was never made.
 */
final class SimulateOutcome implements Simulation {
  private static final long CHAIN_ID = 31_337; // the usual id of local test chains
  private static final String PAYER = "0x000000000000000000000000000000000000dEaD";

  private final ApplyReport apply;
  private final Currencies currencies;
  private final SimulatedNetwork network;
  private final InstantSource clock;

  SimulateOutcome(
      ApplyReport apply, Currencies currencies, SimulatedNetwork network, InstantSource clock) {
    this.apply = apply;
    this.currencies = currencies;
    this.network = network;
    this.clock = clock;
  }

  @Override
  public void simulate(Payment payment, Outcome outcome) {
    handle(payment, outcome);
  }

  /** Returns the result of the report, or of the last one if there are two. */
  ReportResult.Recorded handle(Payment payment, Outcome outcome) {
    return switch (outcome) {
      case submitted -> apply(report(payment, OutcomeType.SUBMITTED, null, transaction(payment)));
      case confirmed -> confirm(payment);
      case duplicate -> {
        SimulatedNetwork.Reports onChain = network.pay(payment);
        Report confirmation = onChain == null ? invented(payment) : onChain.confirmed();
        apply(confirmation);
        yield apply(confirmation);
      }
      case failed -> apply(report(payment, OutcomeType.FAILED, "reverted", null));
      case expired -> apply(report(payment, OutcomeType.FAILED, "expired", null));
      case pay -> pay(payment);
      case reorg -> reorganise(payment);
      case transfer -> transfer(payment, SimulatedNetwork.Share.missing);
      case transfer_part -> transfer(payment, SimulatedNetwork.Share.half);
      case transfer_more -> transfer(payment, SimulatedNetwork.Share.more);
      case transfer_late -> {
        if (payment.status().isOpen() && payment.amount() != null) {
          apply(report(payment, OutcomeType.FAILED, "expired", null));
        }
        yield transfer(payment, SimulatedNetwork.Share.late);
      }
      case outage -> {
        network.fallSilent();
        yield nothing(payment);
      }
    };
  }

  /**
   * Confirms the payment. Every push is a separate outcome, even if the chain has already reported
   * this one.
   */
  private ReportResult.Recorded confirm(Payment payment) {
    SimulatedNetwork.Reports onChain = network.pay(payment);
    ReportResult.Recorded recorded =
        onChain == null
            ? apply(invented(payment))
            : recorded(
                apply.handleAll(List.of(onChain.confirmed()), onChain.markSettled()).getFirst());
    return recorded.applied() ? recorded : apply(invented(payment));
  }

  /** Pays in the next block; the watcher confirms the payment once that block is final. */
  private ReportResult.Recorded pay(Payment payment) {
    SimulatedNetwork.Reports onChain = network.pay(payment);
    if (onChain == null) {
      return nothing(payment);
    }
    // The watcher has reported it. Money that went and came back is reported as soon as it is
    // requested.
    return onChain.settled() && payment.status() == PaymentStatus.failed
        ? apply(report(payment, OutcomeType.CONFIRMED, null, onChain.confirmed().transaction()))
        : submit(payment, onChain);
  }

  /** Sends to the payment's address in the next block; the watcher counts it once that is final. */
  private ReportResult.Recorded transfer(Payment payment, SimulatedNetwork.Share share) {
    return new ReportResult.Recorded(payment, network.transfer(payment, share), false);
  }

  /** Reorganises the chain: a final payment is taken back, any other returns in a later block. */
  private ReportResult.Recorded reorganise(Payment payment) {
    if (payment.status() == PaymentStatus.success) {
      return apply(report(payment, OutcomeType.FAILED, "reorg", null));
    }
    SimulatedNetwork.Reports onChain = network.pay(payment);
    if (onChain == null || onChain.settled()) {
      return nothing(payment);
    }
    ReportResult.Recorded paid = submit(payment, onChain);
    network.reorganise(payment);
    return paid;
  }

  /**
   * Submits the payment. One that has ended stays as it is until the block is final; it was paid
   * all the same.
   */
  private ReportResult.Recorded submit(Payment payment, SimulatedNetwork.Reports onChain) {
    ReportResult.Recorded recorded = apply(onChain.submitted());
    return new ReportResult.Recorded(
        recorded.payment(),
        recorded.applied() || payment.status() == PaymentStatus.failed,
        recorded.repeated());
  }

  private Report invented(Payment payment) {
    return report(payment, OutcomeType.CONFIRMED, null, transaction(payment));
  }

  private static ReportResult.Recorded nothing(Payment payment) {
    return new ReportResult.Recorded(payment, false, false);
  }

  private ReportResult.Recorded apply(Report report) {
    return recorded(apply.handle(report));
  }

  private static ReportResult.Recorded recorded(ReportResult result) {
    if (result instanceof ReportResult.Recorded recorded) {
      return recorded;
    }
    throw new IllegalStateException("a simulated outcome was refused: " + result);
  }

  private Report report(
      Payment payment,
      OutcomeType type,
      @Nullable String reason,
      @Nullable OnChainTransaction transaction) {
    return new Report(
        "sandbox:" + UUID.randomUUID(), type, payment.id(), clock.instant(), reason, transaction);
  }

  private OnChainTransaction transaction(Payment payment) {
    Currency currency = currencies.find(payment.currency());
    return new OnChainTransaction(
        CHAIN_ID,
        Bytes32.of(RandomToken.bytes(Bytes32.SIZE)).hex(),
        clock.instant().getEpochSecond() / 2, // as the simulated chain counts
        0L,
        currency == null ? null : currency.tokens().getFirst(),
        payment.amount(),
        PAYER,
        null);
  }
}
