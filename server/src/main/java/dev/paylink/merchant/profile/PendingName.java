package dev.paylink.merchant.profile;

import java.time.Instant;

/** A business name that waits for the operator's decision, and since when. */
public record PendingName(String name, Instant since) {}
