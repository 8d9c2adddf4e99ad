package dev.paylink.credential;

import dev.paylink.ids.ApiKeyId;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.profile.Verification;
import org.jspecify.annotations.Nullable;

/**
 * An authenticated caller: the merchant that owns the key, and the values that later steps need.
 * {@code payee} is the deposit address from the merchant form, otherwise from the user record,
 * otherwise null.
 */
public record Caller(
    ApiKeyId keyId,
    MerchantId merchantId,
    Verification verification,
    @Nullable String payee,
    int limit,
    KeyScopes scopes,
    AllowedSources sources) {}
