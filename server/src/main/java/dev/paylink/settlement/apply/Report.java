package dev.paylink.settlement.apply;

import dev.paylink.ids.PaymentId;
import dev.paylink.platform.trace.Span;
import dev.paylink.settlement.received.Transfer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A component's report about a payment.
 *
 * @param eventRef names the report: a second report with the same name changes nothing
 * @param cause the span that brought it; null while traces are off
 */
public record Report(
    String eventRef,
    OutcomeType type,
    PaymentId paymentId,
    @Nullable Instant occurredAt,
    @Nullable String reason,
    @Nullable OnChainTransaction transaction,
    @Nullable Span cause)
    implements PaymentChange {
  /** A report that no span brought. */
  public Report(
      String eventRef,
      OutcomeType type,
      PaymentId paymentId,
      @Nullable Instant occurredAt,
      @Nullable String reason,
      @Nullable OnChainTransaction transaction) {
    this(eventRef, type, paymentId, occurredAt, reason, transaction, null);
  }

  /** Returns the transfer of a confirmation; null if it names none, or only a part of one. */
  @Nullable Transfer transfer() {
    return type == OutcomeType.CONFIRMED && transaction != null ? transaction.transfer() : null;
  }

  /** Returns the same report by another name: what it tells has come true again. */
  Report again(Instant at) {
    return new Report(
        eventRef + ":again:" + at, type, paymentId, occurredAt, reason, transaction, cause);
  }

  @Override
  public Report causedBy(Span span) {
    return new Report(eventRef, type, paymentId, occurredAt, reason, transaction, span);
  }
}
