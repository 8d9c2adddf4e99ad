package dev.paylink.session;

import dev.paylink.ids.PaymentId;
import org.jspecify.annotations.Nullable;

/**
 * The rights a code gives: reading one payment, on behalf of the merchant's user if it named one.
 */
record Grant(PaymentId paymentId, @Nullable String userId) {}
