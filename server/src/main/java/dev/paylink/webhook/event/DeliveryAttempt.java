package dev.paylink.webhook.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One attempt to deliver an event, and its result; {@code error} is null if it was delivered. */
public record DeliveryAttempt(
    int attempt,
    Instant startedAt,
    int durationMillis,
    @Nullable Integer status,
    @Nullable String error,
    @Nullable String responseBody) {}
