package dev.paylink.requestlog;

import dev.paylink.ids.ApiKeyId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RequestId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One call of a merchant's server, as its merchant may see it.
 *
 * @param authenticated false if somebody only named the key
 * @param path without the query, cut where a secret is
 * @param code of the problem; null if the call succeeded
 * @param idempotencyKey null if none was sent
 */
public record LoggedRequest(
    MerchantId merchantId,
    RequestId id,
    Instant at,
    ApiKeyId apiKeyId,
    boolean authenticated,
    String method,
    String path,
    int status,
    @Nullable String code,
    long durationMicros,
    String source,
    @Nullable String idempotencyKey) {}
