package dev.paylink.settlement.apply;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An outcome of a payment, from whichever source.
 *
 * @param eventRef names the outcome: the second of the same name changes nothing
 * @param canceledBy the merchant who gives up its own payment, which only works while it is open;
 *     null for what the chain tells
 */
public record Report(
    String eventRef,
    OutcomeType type,
    PaymentId paymentId,
    @Nullable Instant occurredAt,
    @Nullable String reason,
    @Nullable OnChainTransaction transaction,
    @Nullable MerchantId canceledBy) {}
