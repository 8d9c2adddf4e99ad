package dev.paylink.webhook.settings;

import dev.paylink.account.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Replaces a webhook's signing secret. The old secret stays valid for {@link #OVERLAP}, so that a
 * receiver can change over without losing an event; a still older secret from a previous rotation
 * stops at once.
 */
public final class RotateSigningSecret {
  static final Duration OVERLAP = Duration.ofHours(24);

  private final Jdbi jdbi;
  private final AuditLog audit;
  private final WebhookStore store;

  public RotateSigningSecret(Jdbi jdbi, AuditLog audit, WebhookStore store) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.store = store;
  }

  /** Returns the new secret; 404 if there is no webhook. */
  public SigningSecret handle(MerchantId merchantId, WebhookScope scope, Actor actor) {
    return jdbi.inTransaction(handle -> rotate(handle, merchantId, scope, actor));
  }

  private SigningSecret rotate(
      Handle handle, MerchantId merchantId, WebhookScope scope, Actor actor) {
    Webhook webhook = store.lock(handle, merchantId, scope);
    if (webhook == null) {
      throw WebhookRoutes.notFound();
    }
    SigningSecret secret = SigningSecret.random();
    if (!store.rotate(handle, merchantId, scope, secret, OVERLAP)) {
      throw new IllegalStateException("gone under its lock: " + scope + " of " + merchantId);
    }
    String summary = webhook.summary();
    audit.record(handle, merchantId, actor, "webhook.secret_rotated", summary, summary);
    return secret;
  }
}
