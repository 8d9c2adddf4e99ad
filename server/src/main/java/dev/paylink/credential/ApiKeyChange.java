package dev.paylink.credential;

import org.jspecify.annotations.Nullable;

/** What should be different about a key; null leaves a value as it is. */
public record ApiKeyChange(@Nullable Boolean active, @Nullable Integer limit) {
  public static final ApiKeyChange ACTIVATE = new ApiKeyChange(true, null);
  public static final ApiKeyChange DEACTIVATE = new ApiKeyChange(false, null);

  ApiKey appliedTo(ApiKey key) {
    return new ApiKey(
        key.merchantId(),
        key.id(),
        key.apiKey(),
        key.label(),
        active == null ? key.active() : active,
        limit == null ? key.limit() : limit,
        key.createdAt(),
        key.lastUsedAt());
  }
}
