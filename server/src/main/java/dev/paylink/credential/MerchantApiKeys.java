package dev.paylink.credential;

import dev.paylink.ids.ApiKeyId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.platform.language.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * What a signed-in user does with the merchant's keys, for calls and pages alike. A change is in
 * force when the response is sent.
 */
public final class MerchantApiKeys {
  /** How long a rolled key works on, if the merchant does not say. */
  public static final Duration STANDARD_OVERLAP = Duration.ofDays(1);

  static final Duration MAX_OVERLAP = Duration.ofDays(7);

  private final ApiKeyStore store = new ApiKeyStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final CreateApiKey create;
  private final ChangeApiKey change;
  private final int limit;
  private final boolean testMode;
  private final Runnable onChange;

  MerchantApiKeys(
      Jdbi jdbi,
      AuditLog audit,
      CreateApiKey create,
      ChangeApiKey change,
      int limit,
      boolean testMode,
      Runnable onChange) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.create = create;
    this.change = change;
    this.limit = limit;
    this.testMode = testMode;
    this.onChange = onChange;
  }

  /** A key with its secret, which is known only now. */
  public record Created(ApiKey key, Secret secretKey) {}

  /** A key that took over, and the old one, which works until its {@code expiresAt}. */
  public record Rolled(Created created, ApiKey old) {}

  public List<ApiKey> list(SignedIn signedIn) {
    return jdbi.withHandle(handle -> store.newestFirst(handle, signedIn.merchantId()));
  }

  /** Returns one key; refuses with 404 if the merchant has none with this id. */
  public ApiKey read(SignedIn signedIn, String id) {
    return list(signedIn).stream()
        .filter(key -> key.id().toString().equals(id))
        .findFirst()
        .orElseThrow(ChangeApiKey::notFound);
  }

  /** Makes a key, which is inactive until somebody activates it. */
  public Created create(SignedIn signedIn, KeySettings settings) {
    NewApiKey pair = NewApiKey.random(settings, limit, testMode);
    return new Created(
        create.handle(signedIn.merchantId(), pair, signedIn.actor()), pair.secretKey());
  }

  /** Changes a key; refuses with 404 if the merchant has none with this id. */
  public ApiKey change(SignedIn signedIn, String id, ApiKeyChange wanted) {
    return change.handle(id, signedIn.merchantId(), wanted, signedIn.actor());
  }

  /** Makes a key with the same settings; the old one works on for the overlap. */
  public Rolled roll(SignedIn signedIn, String id, Duration overlap) {
    Rolled rolled = jdbi.inTransaction(handle -> roll(handle, signedIn, id, overlap));
    onChange.run();
    return rolled;
  }

  /** Reads the overlap that a merchant requests; refuses with 400 and all faults of the fields. */
  public static Duration overlap(Fields fields) {
    fields.only(Set.of("overlapSeconds"));
    Long seconds = fields.integer("overlapSeconds", 0, MAX_OVERLAP.toSeconds());
    fields.refuseFaults();
    return seconds == null ? STANDARD_OVERLAP : Duration.ofSeconds(seconds);
  }

  private Rolled roll(Handle handle, SignedIn signedIn, String idText, Duration overlap) {
    store.lockOwner(handle, signedIn.merchantId()); // before the key, as a create does
    ApiKey old = lock(handle, signedIn, idText);
    if (old.replacedBy() != null) {
      throw new Rejection(
          CredentialError.KEY_ALREADY_ROLLED, Message.of("rolled", old.replacedBy()));
    }
    if (old.settings().isExpired(Instant.now())) {
      throw new Rejection(CredentialError.KEY_EXPIRED, Message.of("keyexpired"));
    }
    NewApiKey pair = NewApiKey.random(old.settings(), old.limit(), testMode).active(old.active());
    ApiKey next = create.insert(handle, signedIn.merchantId(), pair);
    Instant end = store.replace(handle, old, next.id(), overlap);
    audit.record(
        handle,
        signedIn.merchantId(),
        signedIn.actor(),
        "api_key.rolled",
        old.summary(),
        next.summary() + "; " + old.id() + " works until " + Timestamps.format(end));
    ApiKey replaced =
        Objects.requireNonNull(store.lock(handle, signedIn.merchantId(), old.id()), idText);
    return new Rolled(new Created(next, pair.secretKey()), replaced);
  }

  /** Deletes a key, active or not; what it was stays in the audit log. */
  public void delete(SignedIn signedIn, String id) {
    jdbi.useTransaction(
        handle -> {
          ApiKey key = lock(handle, signedIn, id);
          store.delete(handle, key);
          audit.record(
              handle,
              signedIn.merchantId(),
              signedIn.actor(),
              "api_key.deleted",
              key.summary(),
              null);
        });
    onChange.run();
  }

  private ApiKey lock(Handle handle, SignedIn signedIn, String idText) {
    ApiKeyId id = ApiKeyId.parse(idText);
    ApiKey key = id == null ? null : store.lock(handle, signedIn.merchantId(), id);
    if (key == null) {
      throw ChangeApiKey.notFound();
    }
    return key;
  }
}
