package dev.paylink.merchant.audit;

import dev.paylink.account.Actor;
import dev.paylink.ids.AuditId;
import java.time.Instant;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** Who did what, when, from where, and what it changed. */
public record AuditEntry(
    AuditId id,
    Instant at,
    Actor actor,
    String action,
    @Nullable String before,
    @Nullable String after) {
  /** Reads the row of a log. */
  public static AuditEntry of(RowView row) {
    return new AuditEntry(
        row.getColumn("id", AuditId.class),
        row.getColumn("at", Instant.class),
        new Actor(row.getColumn("actor", String.class), row.getColumn("source", String.class)),
        row.getColumn("action", String.class),
        row.getColumn("before", String.class),
        row.getColumn("after", String.class));
  }
}
