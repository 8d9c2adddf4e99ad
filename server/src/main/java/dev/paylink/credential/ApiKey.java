package dev.paylink.credential;

import dev.paylink.ids.ApiKeyId;
import dev.paylink.ids.MerchantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An API key without its secret, which is shown once and stored nowhere. {@code limit} is in
 * requests per minute. {@code replacedBy} is the key that took over when this one was rolled.
 */
public record ApiKey(
    MerchantId merchantId,
    ApiKeyId id,
    String apiKey,
    KeySettings settings,
    boolean active,
    int limit,
    Instant createdAt,
    @Nullable Instant lastUsedAt,
    @Nullable String lastUsedFrom,
    @Nullable ApiKeyId replacedBy) {

  public @Nullable String label() {
    return settings.label();
  }

  /** Returns the key as text for the audit log. */
  String summary() {
    return id + (active ? " active" : " inactive") + ", limit " + limit + settings.summary();
  }
}
