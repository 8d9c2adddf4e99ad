package dev.paylink.credential;

import dev.paylink.ids.ApiKeyId;
import dev.paylink.ids.MerchantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An API key without its secret, which is shown once and stored nowhere. {@code limit} is in
 * requests per minute; {@code signatureVersion} is the lowest version that signed calls may have.
 */
public record ApiKey(
    MerchantId merchantId,
    ApiKeyId id,
    String apiKey,
    @Nullable String label,
    boolean active,
    int limit,
    int signatureVersion,
    Instant createdAt,
    @Nullable Instant lastUsedAt) {

  /** Tells whether signed calls must bind the idempotency key. */
  public boolean requiresSecondVersion() {
    return signatureVersion == SignatureCheck.SECOND_VERSION;
  }

  /** Returns the key as text for the audit log. */
  String summary() {
    return id
        + (active ? " active" : " inactive")
        + ", limit "
        + limit
        + (requiresSecondVersion() ? ", signature version 2" : "");
  }
}
