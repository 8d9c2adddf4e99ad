package dev.paylink.credential;

import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import org.jspecify.annotations.Nullable;

/** What should be different about a key; null leaves a value as it is. */
public record ApiKeyChange(@Nullable Boolean active, @Nullable Integer limit) {
  public static final ApiKeyChange ACTIVATE = new ApiKeyChange(true, null);
  public static final ApiKeyChange DEACTIVATE = new ApiKeyChange(false, null);

  /** The largest limit a key may have, in requests per minute. */
  static final int MAX_LIMIT = 1_000_000;

  /** Another limit, as somebody typed it; 400 when it is none. */
  public static ApiKeyChange limit(String text) {
    int limit = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new Refused(
          Problem.invalidField("limit", "must be a whole number from 1 to " + MAX_LIMIT));
    }
    return new ApiKeyChange(null, limit);
  }

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
