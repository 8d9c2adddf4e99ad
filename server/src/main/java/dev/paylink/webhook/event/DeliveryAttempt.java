package dev.paylink.webhook.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to deliver an event, and its result.
 *
 * @param url where it went; null if the merchant had no active webhook
 * @param error null if it was delivered
 */
public record DeliveryAttempt(
    int attempt,
    Instant startedAt,
    int durationMillis,
    @Nullable String url,
    @Nullable Integer status,
    @Nullable String error,
    @Nullable String responseBody) {}
