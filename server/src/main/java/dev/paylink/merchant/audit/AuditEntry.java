package dev.paylink.merchant.audit;

import dev.paylink.account.Actor;
import dev.paylink.ids.AuditId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Who did what, when, from where, and what it changed. */
public record AuditEntry(
    AuditId id,
    Instant at,
    Actor actor,
    String action,
    @Nullable String before,
    @Nullable String after) {}
