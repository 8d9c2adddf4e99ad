package dev.paylink.credential;

import dev.paylink.platform.json.Fields;
import java.time.Instant;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The requested changes of a key. Null leaves a value unchanged. */
public record ApiKeyChange(
    @Nullable Boolean active, @Nullable Integer limit, UnaryOperator<KeySettings> settings) {
  public static final ApiKeyChange ACTIVATE =
      new ApiKeyChange(true, null, UnaryOperator.identity());
  public static final ApiKeyChange DEACTIVATE =
      new ApiKeyChange(false, null, UnaryOperator.identity());

  /** The largest limit a key may have, in requests per minute. */
  private static final int MAX_LIMIT = 1_000_000;

  /** Reads the change that a merchant requests; refuses with 400 and all faults of the fields. */
  public static ApiKeyChange ofOwner(Fields fields) {
    return new ApiKeyChange(null, null, KeySettings.read(fields, Instant.now()));
  }

  /** Reads the change that the operator requests; refuses with 400 and all faults of the fields. */
  public static ApiKeyChange of(Fields fields) {
    fields.only(Set.of("limit", "active"));
    Long limit = fields.integer("limit", 1, MAX_LIMIT);
    Boolean active = fields.bool("active");
    fields.refuseFaults();
    return new ApiKeyChange(
        active, limit == null ? null : limit.intValue(), UnaryOperator.identity());
  }

  ApiKey appliedTo(ApiKey key) {
    return new ApiKey(
        key.merchantId(),
        key.id(),
        key.apiKey(),
        settings.apply(key.settings()),
        active == null ? key.active() : active,
        limit == null ? key.limit() : limit,
        key.createdAt(),
        key.lastUsedAt(),
        key.lastUsedFrom(),
        key.replacedBy());
  }
}
