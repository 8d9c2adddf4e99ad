package dev.paylink.credential;

import dev.paylink.ids.ApiKeyId;
import dev.paylink.ids.MerchantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An API key as everybody may see it who may see it at all: its secret is not here, nor anywhere
 * else after it was shown once. {@code limit} is in requests per minute.
 */
public record ApiKey(
    MerchantId merchantId,
    ApiKeyId id,
    String apiKey,
    @Nullable String label,
    boolean active,
    int limit,
    Instant createdAt,
    @Nullable Instant lastUsedAt) {

  /** Returns the text for the audit log. */
  String summary() {
    return id + (active ? " active" : " inactive") + ", limit " + limit;
  }
}
