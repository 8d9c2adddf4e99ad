package dev.paylink.credential;

import dev.paylink.ids.ApiKeyId;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.profile.Verification;
import org.jspecify.annotations.Nullable;

/**
 * Who has authenticated: the merchant behind a key, and what is needed of it downstream. {@code
 * payee} is the deposit address of the merchant form, else of the user record, else null. {@code
 * signatureVersion} is the lowest that the key accepts.
 */
public record Caller(
    ApiKeyId keyId,
    MerchantId merchantId,
    Verification verification,
    @Nullable String payee,
    int limit,
    int signatureVersion) {}
