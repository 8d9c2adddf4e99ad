package dev.paylink.webhook.settings;

import dev.paylink.account.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Deletes a merchant's webhook and its secret for good; a repeated call changes nothing. */
public final class DeleteWebhook {
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final WebhookStore store;

  public DeleteWebhook(Jdbi jdbi, AuditLog audit, WebhookStore store) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.store = store;
  }

  public void handle(MerchantId merchantId, WebhookScope scope, Actor actor) {
    jdbi.useTransaction(handle -> delete(handle, merchantId, scope, actor));
  }

  private void delete(Handle handle, MerchantId merchantId, WebhookScope scope, Actor actor) {
    Webhook before = store.lock(handle, merchantId, scope);
    if (before == null) {
      return;
    }
    if (!store.delete(handle, merchantId, scope)) {
      throw new IllegalStateException("gone under its lock: " + scope + " of " + merchantId);
    }
    audit.record(handle, merchantId, actor, "webhook.deleted", before.summary(), null);
  }
}
