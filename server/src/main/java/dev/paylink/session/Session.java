package dev.paylink.session;

import dev.paylink.ids.PaymentId;
import java.time.Instant;

/**
 * The content of a session token: the holder of the key with this thumbprint may read this payment.
 * {@code id} names the token in limits and logs and grants nothing.
 */
public record Session(String id, PaymentId paymentId, String keyThumbprint, Instant expiresAt) {}
