package dev.paylink.dashboard.developers;

import dev.paylink.platform.crypto.Secret;
import org.jspecify.annotations.Nullable;

/** A request somebody has signed, as they tell it. The secret is never stored nor logged. */
record SignedRequest(
    String method,
    String target,
    String timestamp,
    byte[] body,
    String signature,
    @Nullable Secret secret) {}
