package dev.paylink.account.passkey;

import dev.paylink.ids.PasskeyId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A passkey as its user sees it. */
public record Passkey(PasskeyId id, String name, Instant createdAt, @Nullable Instant lastUsedAt) {}
