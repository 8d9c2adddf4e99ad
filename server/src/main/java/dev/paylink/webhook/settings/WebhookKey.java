package dev.paylink.webhook.settings;

import dev.paylink.ids.MerchantId;

/** Which webhook: a merchant has at most one for each scope. */
public record WebhookKey(MerchantId merchantId, WebhookScope scope) {}
