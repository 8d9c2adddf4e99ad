package dev.paylink.session;

import dev.paylink.ids.PaymentId;
import org.jspecify.annotations.Nullable;

/** What a code gives: sight of one payment, on behalf of the merchant's user if it named one. */
record Grant(PaymentId paymentId, @Nullable String userId) {}
