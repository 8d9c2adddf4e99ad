package dev.paylink.session;

import java.time.Instant;
import java.util.UUID;

/**
 * What a session token says: whoever holds the key with this thumbprint may read this payment.
 * {@code id} names the token in limits and logs and opens nothing.
 */
public record Session(String id, UUID paymentId, String keyThumbprint, Instant expiresAt) {}
