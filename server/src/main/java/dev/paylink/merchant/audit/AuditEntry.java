package dev.paylink.merchant.audit;

import dev.paylink.account.Actor;
import dev.paylink.ids.AuditId;
import java.time.Instant;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.core.mapper.PropagateNull;
import org.jspecify.annotations.Nullable;

/**
 * Who did what, when, from where, and what it changed. Rows of both logs select the {@code actor}
 * as {@code name}.
 */
public record AuditEntry(
    @PropagateNull AuditId id,
    Instant at,
    @Nested Actor actor,
    String action,
    @Nullable String before,
    @Nullable String after) {}
