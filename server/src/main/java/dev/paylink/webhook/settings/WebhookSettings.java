package dev.paylink.webhook.settings;

import dev.paylink.account.Actor;
import dev.paylink.account.freeze.FreezeStore;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.webhook.endpoint.WebhookClient;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be done with a merchant's webhooks: the same for the calls and for the pages.
 */
public final class WebhookSettings {
  static final Duration OVERLAP = Duration.ofHours(24);

  private final FreezeStore freezes = new FreezeStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final WebhookStore store;
  private final WebhookClient client;
  private final TestDelivery test;
  private final WebhookHealthQueries health;

  public WebhookSettings(
      Jdbi jdbi,
      AuditLog audit,
      WebhookStore store,
      WebhookClient client,
      TestDelivery test,
      WebhookHealthQueries health) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.store = store;
    this.client = client;
    this.test = test;
    this.health = health;
  }

  /** Returns how the deliveries of that webhook go. */
  public WebhookHealth health(MerchantId merchantId, Webhook webhook) {
    return health.of(merchantId, webhook);
  }

  public TestDelivery test() {
    return test;
  }

  /** Returns the merchant's webhook for that scope; null if it has none. */
  public @Nullable Webhook find(MerchantId merchantId, WebhookScope scope) {
    return jdbi.withHandle(handle -> store.find(handle, merchantId, scope));
  }

  /** Returns the merchant's webhooks, at most one per scope. */
  public List<Webhook> all(MerchantId merchantId) {
    return Stream.of(WebhookScope.values())
        .flatMap(scope -> Stream.ofNullable(find(merchantId, scope)))
        .toList();
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

  /**
   * Sets up the webhook for a scope, or changes its address and state; refused if we do not send to
   * the address. A secret is made with the webhook and returned once; of two concurrent calls only
   * the one whose secret is stored returns it. A new address keeps the secret.
   */
  public Configured configure(MerchantId merchantId, WebhookScope scope, Wish wish, Actor actor) {
    Message refusal = client.refusal(wish.url()); // may look up a name: not in the transaction
    if (refusal != null) {
      throw Rejection.ofField(WebhookError.WEBHOOK_URL_REFUSED, "webhookUrl", refusal);
    }
    return jdbi.inTransaction(handle -> apply(handle, merchantId, scope, wish, actor));
  }

  private Configured apply(
      Handle handle, MerchantId merchantId, WebhookScope scope, Wish wish, Actor actor) {
    Webhook before = lockThawed(handle, merchantId, scope);
    return before == null
        ? create(handle, merchantId, scope, wish, actor)
        : new Configured(change(handle, merchantId, before, wish, actor), null);
  }

  /** Locks as a freeze does, so that nothing which began before one is stored after it. */
  private @Nullable Webhook lockThawed(Handle handle, MerchantId merchantId, WebhookScope scope) {
    Webhook webhook = store.lockEvenWhenNew(handle, merchantId, scope);
    freezes.requireThawed(handle, RealmId.of(merchantId));
    return webhook;
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

  /** Deletes a webhook and its secret for good; a repeated call changes nothing. */
  public void delete(MerchantId merchantId, WebhookScope scope, Actor actor) {
    jdbi.useTransaction(handle -> delete(handle, merchantId, scope, actor));
  }

  private void delete(Handle handle, MerchantId merchantId, WebhookScope scope, Actor actor) {
    Webhook before = lockThawed(handle, merchantId, scope);
    if (before == null) {
      return;
    }
    if (!store.delete(handle, merchantId, scope)) {
      throw new IllegalStateException("gone under its lock: " + scope + " of " + merchantId);
    }
    audit.record(handle, merchantId, actor, "webhook.deleted", before.summary(), null);
  }

  /**
   * Replaces the signing secret and returns the new one; 404 if there is no webhook. The old secret
   * stays valid for {@link #OVERLAP}, so that a receiver can change over without losing an event; a
   * still older secret from a previous rotation stops at once.
   */
  public SigningSecret rotate(MerchantId merchantId, WebhookScope scope, Actor actor) {
    return jdbi.inTransaction(handle -> rotate(handle, merchantId, scope, actor));
  }

  private SigningSecret rotate(
      Handle handle, MerchantId merchantId, WebhookScope scope, Actor actor) {
    Webhook webhook = lockThawed(handle, merchantId, scope);
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
