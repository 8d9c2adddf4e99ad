package dev.paylink.sandbox;

import dev.paylink.checkout.Simulation;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.payment.read.Payment;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.OnChainTransaction;
import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.Report;
import dev.paylink.settlement.apply.ReportResult;
import dev.paylink.settlement.apply.SimulatedNetwork;
import dev.paylink.webhook.endpoint.Outcome;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Lets a payment turn out as asked. What can be made to happen on the simulated chain happens
 * there; a confirmation is told at once under the reference that the chain's watcher will use when
 * the block is final, so it is told once. The rest is reported as a chain would, with a transaction
 * that was never made.
 */
public final class SimulateOutcome implements Simulation {
  private static final long CHAIN_ID = 31_337; // local test chains by custom
  private static final int HASH_BYTES = 32;
  private static final String PAYER = "0x000000000000000000000000000000000000dEaD";

  private final ApplyReport apply;
  private final Currencies currencies;
  private final SimulatedNetwork network;

  public SimulateOutcome(ApplyReport apply, Currencies currencies, SimulatedNetwork network) {
    this.apply = apply;
    this.currencies = currencies;
    this.network = network;
  }

  @Override
  public void simulate(Payment payment, Outcome outcome) {
    handle(payment, outcome);
  }

  /** What came of the report, of the last one when there are two. */
  ReportResult.Recorded handle(Payment payment, Outcome outcome) {
    return switch (outcome) {
      case submitted -> apply(report(payment, OutcomeType.SUBMITTED, null, transaction(payment)));
      case confirmed -> confirm(payment);
      case duplicate -> {
        Report confirmation = confirmation(payment);
        apply(confirmation);
        yield apply(confirmation);
      }
      case failed -> apply(report(payment, OutcomeType.FAILED, "reverted", null));
      case expired -> apply(report(payment, OutcomeType.FAILED, "expired", null));
      case pay -> pay(payment);
      case reorg -> {
        ReportResult.Recorded paid = pay(payment);
        network.reorganise(payment);
        yield paid;
      }
      case outage -> {
        network.fallSilent();
        yield new ReportResult.Recorded(payment, false);
      }
    };
  }

  /** Every push is an outcome of its own, also where the chain has told this one already. */
  private ReportResult.Recorded confirm(Payment payment) {
    ReportResult.Recorded recorded = apply(confirmation(payment));
    return recorded.applied()
        ? recorded
        : apply(report(payment, OutcomeType.CONFIRMED, null, transaction(payment)));
  }

  private Report confirmation(Payment payment) {
    SimulatedNetwork.Reports onChain = network.pay(payment);
    return onChain == null
        ? report(payment, OutcomeType.CONFIRMED, null, transaction(payment))
        : onChain.confirmed();
  }

  /** Into the next block; the watcher confirms it once that is final. */
  private ReportResult.Recorded pay(Payment payment) {
    SimulatedNetwork.Reports onChain = network.pay(payment);
    return onChain == null ? new ReportResult.Recorded(payment, false) : apply(onChain.submitted());
  }

  private ReportResult.Recorded apply(Report report) {
    if (apply.handle(report) instanceof ReportResult.Recorded recorded) {
      return recorded;
    }
    throw new IllegalStateException("a simulated outcome did not match " + report.paymentId());
  }

  private static Report report(
      Payment payment,
      OutcomeType type,
      @Nullable String reason,
      @Nullable OnChainTransaction transaction) {
    return new Report(
        "sandbox:" + UUID.randomUUID(), type, payment.id(), Instant.now(), reason, transaction);
  }

  private OnChainTransaction transaction(Payment payment) {
    Currency currency = currencies.find(payment.currency());
    return new OnChainTransaction(
        CHAIN_ID,
        "0x" + HexFormat.of().formatHex(RandomToken.bytes(HASH_BYTES)),
        Instant.now().getEpochSecond() / 2, // as the simulated chain counts
        0L,
        currency == null ? null : currency.tokens().getFirst(),
        payment.amount(),
        PAYER,
        null);
  }
}
