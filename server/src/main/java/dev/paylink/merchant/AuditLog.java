package dev.paylink.merchant;

import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Keeps who changed what, from where, and how it was before. An entry is written in the transaction
 * of the change itself, so neither is ever there without the other; no secret is ever in it.
 */
public final class AuditLog {
  private static final String INSERT =
      """
      insert into audit_log (merchant_id, id, actor, source, action, before, after)
      values (:merchantId, :id, :actor, :source, :action, :before, :after)
      """;

  private AuditLog() {}

  /** {@code action} is a noun and what befell it, such as {@code api_key.created}. */
  public static void record(
      Handle handle,
      MerchantId merchantId,
      Actor actor,
      String action,
      @Nullable String before,
      @Nullable String after) {
    handle
        .createUpdate(INSERT)
        .bind("merchantId", merchantId.value())
        .bind("id", UuidV7.at(Instant.now()))
        .bind("actor", actor.name())
        .bind("source", actor.source())
        .bind("action", action)
        .bind("before", before)
        .bind("after", after)
        .execute();
  }
}
