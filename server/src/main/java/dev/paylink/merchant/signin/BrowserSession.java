package dev.paylink.merchant.signin;

import dev.paylink.ids.SessionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A signed-in browser as its user sees it; {@code lastSeenAt} is exact to a few minutes. */
public record BrowserSession(
    SessionId id,
    Instant createdAt,
    Instant lastSeenAt,
    String source,
    @Nullable String userAgent,
    boolean current) {}
