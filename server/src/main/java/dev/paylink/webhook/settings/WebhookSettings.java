package dev.paylink.webhook.settings;

import dev.paylink.ids.MerchantId;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be done with a merchant's webhooks: the same for the calls and for the pages.
 */
public record WebhookSettings(
    Jdbi jdbi,
    WebhookStore store,
    ConfigureWebhook configure,
    DeleteWebhook delete,
    RotateSigningSecret rotate,
    TestDelivery test) {

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
}
