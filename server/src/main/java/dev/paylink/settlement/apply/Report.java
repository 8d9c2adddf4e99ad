package dev.paylink.settlement.apply;

import dev.paylink.ids.PaymentId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A component's report about a payment.
 *
 * @param eventRef names the report: a second report with the same name changes nothing
 */
public record Report(
    String eventRef,
    OutcomeType type,
    PaymentId paymentId,
    @Nullable Instant occurredAt,
    @Nullable String reason,
    @Nullable OnChainTransaction transaction)
    implements PaymentChange {}
