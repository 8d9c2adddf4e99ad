package dev.paylink.merchant.audit;

import dev.paylink.account.Actor;
import dev.paylink.ids.AuditId;
import java.time.Instant;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.core.mapper.PropagateNull;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/** Who did what, when, from where, and what it changed. */
public record AuditEntry(
    @PropagateNull AuditId id,
    Instant at,
    @Nested Actor actor,
    String action,
    @Nullable String before,
    @Nullable String after) {
  /** Reads a row of a log, whose {@code actor} is selected as {@code name}. */
  public static final RowMapper<AuditEntry> ROWS = ConstructorMapper.of(AuditEntry.class);
}
