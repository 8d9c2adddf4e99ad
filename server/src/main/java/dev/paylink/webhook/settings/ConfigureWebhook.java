package dev.paylink.webhook.settings;

import dev.paylink.account.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.webhook.endpoint.WebhookClient;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Sets up a merchant's webhook for a scope, or changes its address and state. A secret is made with
 * the webhook and returned once; of two concurrent calls only the one whose secret is stored
 * returns it. A new address keeps the secret.
 */
public final class ConfigureWebhook {
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final WebhookStore store;
  private final WebhookClient client;

  public ConfigureWebhook(Jdbi jdbi, AuditLog audit, WebhookStore store, WebhookClient client) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.store = store;
    this.client = client;
  }

  /** The requested settings; what the request leaves out is null. */
  public record Wish(
      String url, @Nullable Boolean active, @Nullable EventChoice events, @Nullable Retry retry) {
    /** Returns the webhook with what is asked for; the rest stays as it is. */
    Webhook applied(Webhook before) {
      return new Webhook(
          before.scope(),
          url,
          active == null ? before.active() : active,
          events == null ? before.events() : events,
          retry == null ? before.retry() : retry,
          before.createdAt());
    }
  }

  /** The webhook as stored; {@code newSecret} is null unless this call made one. */
  public record Configured(Webhook webhook, @Nullable SigningSecret newSecret) {}

  /** Stores the webhook; 400 if we do not send to the address. */
  public Configured handle(MerchantId merchantId, WebhookScope scope, Wish wish, Actor actor) {
    Message refusal = client.refusal(wish.url()); // may look up a name: not in the transaction
    if (refusal != null) {
      throw Rejection.ofField(WebhookError.WEBHOOK_URL_REFUSED, "webhookUrl", refusal);
    }
    return jdbi.inTransaction(handle -> apply(handle, merchantId, scope, wish, actor));
  }

  private Configured apply(
      Handle handle, MerchantId merchantId, WebhookScope scope, Wish wish, Actor actor) {
    Webhook before = store.lockEvenWhenNew(handle, merchantId, scope);
    return before == null
        ? create(handle, merchantId, scope, wish, actor)
        : new Configured(change(handle, merchantId, before, wish, actor), null);
  }

  private Configured create(
      Handle handle, MerchantId merchantId, WebhookScope scope, Wish wish, Actor actor) {
    SigningSecret secret = SigningSecret.random();
    Webhook stored = store.insert(handle, merchantId, scope, wish, secret);
    audit.record(handle, merchantId, actor, "webhook.configured", null, stored.summary());
    return new Configured(stored, secret);
  }

  private Webhook change(
      Handle handle, MerchantId merchantId, Webhook before, Wish wish, Actor actor) {
    Webhook after = wish.applied(before);
    if (after.equals(before)) {
      return before;
    }
    if (!store.update(handle, merchantId, before, after)) {
      throw new IllegalStateException(
          "changed under its lock: " + before.scope() + " of " + merchantId);
    }
    audit.record(handle, merchantId, actor, "webhook.changed", before.summary(), after.summary());
    return after;
  }
}
