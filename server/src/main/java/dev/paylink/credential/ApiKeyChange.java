package dev.paylink.credential;

import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.json.Fields;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What should be different about a key; null leaves a value as it is. */
public record ApiKeyChange(@Nullable Boolean active, @Nullable Integer limit) {
  public static final ApiKeyChange ACTIVATE = new ApiKeyChange(true, null);
  public static final ApiKeyChange DEACTIVATE = new ApiKeyChange(false, null);

  /** The largest limit a key may have, in requests per minute. */
  private static final int MAX_LIMIT = 1_000_000;

  /** The change that the fields ask for; 400 with all their faults. */
  public static ApiKeyChange of(Fields fields) {
    fields.only(Set.of("limit", "active"));
    Long limit = fields.integer("limit", 1, MAX_LIMIT);
    Boolean active = fields.bool("active");
    if (!fields.faults().isEmpty()) {
      throw new Refused(Problem.invalidRequest(fields.faults()));
    }
    return new ApiKeyChange(active, limit == null ? null : limit.intValue());
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
