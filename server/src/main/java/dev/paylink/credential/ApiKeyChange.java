package dev.paylink.credential;

import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.json.Fields;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The requested changes of a key. Null leaves a value unchanged. */
public record ApiKeyChange(
    @Nullable Boolean active, @Nullable Integer limit, @Nullable Integer signatureVersion) {
  public static final ApiKeyChange ACTIVATE = new ApiKeyChange(true, null, null);
  public static final ApiKeyChange DEACTIVATE = new ApiKeyChange(false, null, null);
  public static final ApiKeyChange REQUIRE_SECOND_VERSION =
      new ApiKeyChange(null, null, SignatureCheck.SECOND_VERSION);
  public static final ApiKeyChange ALLOW_FIRST_VERSION =
      new ApiKeyChange(null, null, SignatureCheck.FIRST_VERSION);

  /** The largest limit a key may have, in requests per minute. */
  private static final int MAX_LIMIT = 1_000_000;

  /** Reads the change that a merchant requests; refuses with 400 and all faults of the fields. */
  static ApiKeyChange ofOwner(Fields fields) {
    fields.only(Set.of("signatureVersion"));
    Long version =
        fields.integer(
            "signatureVersion", SignatureCheck.FIRST_VERSION, SignatureCheck.SECOND_VERSION);
    if (!fields.faults().isEmpty()) {
      throw new Refused(Problem.invalidRequest(fields.faults()));
    }
    return new ApiKeyChange(null, null, version == null ? null : version.intValue());
  }

  /** Reads the change that the operator requests; refuses with 400 and all faults of the fields. */
  public static ApiKeyChange of(Fields fields) {
    fields.only(Set.of("limit", "active"));
    Long limit = fields.integer("limit", 1, MAX_LIMIT);
    Boolean active = fields.bool("active");
    if (!fields.faults().isEmpty()) {
      throw new Refused(Problem.invalidRequest(fields.faults()));
    }
    return new ApiKeyChange(active, limit == null ? null : limit.intValue(), null);
  }

  ApiKey appliedTo(ApiKey key) {
    return new ApiKey(
        key.merchantId(),
        key.id(),
        key.apiKey(),
        key.label(),
        active == null ? key.active() : active,
        limit == null ? key.limit() : limit,
        signatureVersion == null ? key.signatureVersion() : signatureVersion,
        key.createdAt(),
        key.lastUsedAt());
  }
}
