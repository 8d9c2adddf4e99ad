package dev.paylink.account.signin;

import dev.paylink.ids.SessionId;
import java.time.Instant;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** A signed-in browser as its user sees it; {@code lastSeenAt} is exact to a few minutes. */
public record BrowserSession(
    SessionId id,
    Instant createdAt,
    Instant lastSeenAt,
    String source,
    @Nullable String userAgent,
    boolean current) {

  /** Reads a row with the columns of the same names. */
  public static BrowserSession of(RowView row, @Nullable SessionId current) {
    SessionId id = row.getColumn("id", SessionId.class);
    return new BrowserSession(
        id,
        row.getColumn("created_at", Instant.class),
        row.getColumn("last_seen_at", Instant.class),
        row.getColumn("source", String.class),
        row.getColumn("user_agent", String.class),
        id.equals(current));
  }
}
