package dev.paylink.sandbox;

import dev.paylink.checkout.Simulation;
import dev.paylink.invoice.Currencies;
import dev.paylink.invoice.Currency;
import dev.paylink.payment.Payment;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.settlement.ApplySettlement;
import dev.paylink.settlement.OnChainTransaction;
import dev.paylink.settlement.OutcomeType;
import dev.paylink.settlement.Settlement;
import dev.paylink.settlement.SettlementResult;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reports an outcome as a chain would, with a transaction that was never made. */
public final class SimulateOutcome implements Simulation {
  private static final long CHAIN_ID = 31_337; // local test chains by custom
  private static final int HASH_BYTES = 32;
  private static final String PAYER = "0x000000000000000000000000000000000000dEaD";

  private final ApplySettlement apply;
  private final Currencies currencies;

  public SimulateOutcome(ApplySettlement apply, Currencies currencies) {
    this.apply = apply;
    this.currencies = currencies;
  }

  @Override
  public void simulate(Payment payment, Outcome outcome) {
    handle(payment, outcome);
  }

  /** What came of the report, of the last one when there are two. */
  SettlementResult.Recorded handle(Payment payment, Outcome outcome) {
    Settlement report =
        switch (outcome) {
          case submitted -> report(payment, OutcomeType.SUBMITTED, null, transaction(payment));
          case confirmed, duplicate ->
              report(payment, OutcomeType.CONFIRMED, null, transaction(payment));
          case failed -> report(payment, OutcomeType.FAILED, "reverted", null);
          case expired -> report(payment, OutcomeType.FAILED, "expired", null);
        };
    if (outcome == Outcome.duplicate) {
      apply.handle(report);
    }
    if (apply.handle(report) instanceof SettlementResult.Recorded recorded) {
      return recorded;
    }
    throw new IllegalStateException("a simulated outcome did not match " + payment.id());
  }

  private static Settlement report(
      Payment payment,
      OutcomeType type,
      @Nullable String reason,
      @Nullable OnChainTransaction transaction) {
    return new Settlement(
        "sandbox:" + UUID.randomUUID(),
        type,
        payment.id(),
        Instant.now(),
        reason,
        transaction,
        null);
  }

  private OnChainTransaction transaction(Payment payment) {
    Currency currency = currencies.find(payment.currency());
    return new OnChainTransaction(
        CHAIN_ID,
        "0x" + HexFormat.of().formatHex(RandomToken.bytes(HASH_BYTES)),
        Instant.now().getEpochSecond(), // a block a second
        0L,
        currency == null ? null : currency.tokens().getFirst(),
        payment.amount(),
        PAYER,
        null);
  }
}
