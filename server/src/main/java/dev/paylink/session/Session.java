package dev.paylink.session;

import dev.paylink.ids.PaymentId;
import java.time.Instant;

/**
 * What a session token says: whoever holds the key with this thumbprint may read this payment.
 * {@code id} names the token in limits and logs and opens nothing.
 */
public record Session(String id, PaymentId paymentId, String keyThumbprint, Instant expiresAt) {}
