package dev.paylink.payment.reuse;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a merchant decides about a reusable link. {@code amount} null: the payer chooses, from
 * {@code minAmount} to {@code maxAmount}. {@code maxUses} and {@code endsAt} null: without end.
 */
public record LinkSettings(
    String title,
    @Nullable String text,
    String currency,
    @Nullable BigDecimal amount,
    @Nullable BigDecimal minAmount,
    @Nullable BigDecimal maxAmount,
    List<BigDecimal> suggestedAmounts,
    PayerField name,
    PayerField email,
    PayerField reference,
    @Nullable String successUrl,
    @Nullable Long maxUses,
    @Nullable Instant endsAt) {

  /** Returns what the audit log says of it. */
  String summary() {
    return "%s; %s; %s; %s"
        .formatted(
            title,
            amount == null
                ? "any amount in " + currency + range()
                : amount.toPlainString() + ' ' + currency,
            maxUses == null ? "any number of uses" : maxUses + " uses",
            endsAt == null ? "no end" : "until " + endsAt)
        .concat(successUrl == null ? "" : "; then " + successUrl);
  }

  private String range() {
    return (minAmount == null ? "" : " from " + minAmount.toPlainString())
        + (maxAmount == null ? "" : " to " + maxAmount.toPlainString());
  }
}
