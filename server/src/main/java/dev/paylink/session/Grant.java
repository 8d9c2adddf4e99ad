package dev.paylink.session;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a code gives: sight of one payment, on behalf of the merchant's user if it named one. */
record Grant(UUID paymentId, @Nullable String userId) {}
