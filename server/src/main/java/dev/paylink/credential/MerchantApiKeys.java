package dev.paylink.credential;

import dev.paylink.account.Actor;
import dev.paylink.account.freeze.FreezeStore;
import dev.paylink.ids.ApiKeyId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.id.UuidV7;
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
import org.jspecify.annotations.Nullable;

/**
 * What is done with a merchant's keys, for calls and pages alike. A change is in force when the
 * response is sent. Only the hash of key and secret is stored. A merchant has up to {@link
 * #MAX_KEYS}, even if it sends two requests at once, and cannot distinguish another merchant's key
 * from one that does not exist.
 */
public final class MerchantApiKeys {
  /** How long a rolled key works on, if the merchant does not say. */
  public static final Duration STANDARD_OVERLAP = Duration.ofDays(1);

  static final Duration MAX_OVERLAP = Duration.ofDays(7);
  static final int MAX_KEYS = 50;

  private final ApiKeyStore store = new ApiKeyStore();
  private final FreezeStore freezes = new FreezeStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final int limit;
  private final boolean testMode;
  private final Runnable onChange;

  /**
   * @param limit how many calls a minute a new key may make
   */
  MerchantApiKeys(Jdbi jdbi, AuditLog audit, int limit, boolean testMode, Runnable onChange) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.limit = limit;
    this.testMode = testMode;
    this.onChange = onChange;
  }

  /** A key with its secret, which is known only now. */
  public record Created(ApiKey key, Secret secretKey) {}

  /** A key that took over, and the old one, which works until its {@code expiresAt}. */
  public record Rolled(Created created, ApiKey old) {}

  /** Returns a merchant's own keys, newest first; there are never more than a page holds. */
  public List<ApiKey> list(MerchantId merchantId) {
    return jdbi.withHandle(handle -> store.newestFirst(handle, merchantId));
  }

  /** Returns one key; refuses with 404 if the merchant has none with this id. */
  public ApiKey read(SignedIn signedIn, String id) {
    return list(signedIn.merchantId()).stream()
        .filter(key -> key.id().toString().equals(id))
        .findFirst()
        .orElseThrow(MerchantApiKeys::notFound);
  }

  /** Makes a key, which is inactive until somebody activates it. */
  public Created create(SignedIn signedIn, KeySettings settings) {
    NewApiKey pair = NewApiKey.random(settings, limit, testMode);
    return new Created(create(signedIn.merchantId(), pair, signedIn.actor()), pair.secretKey());
  }

  /** Stores a key; refuses with 409 if the merchant has too many. */
  public ApiKey create(MerchantId merchantId, NewApiKey key, Actor actor) {
    ApiKey stored =
        jdbi.inTransaction(
            handle -> {
              ApiKey inserted = insert(handle, merchantId, key);
              audit.record(handle, merchantId, actor, "api_key.created", null, inserted.summary());
              tellOfWebhooks(handle, KeyScopes.ALL, inserted, actor);
              return inserted;
            });
    onChange.run();
    return stored;
  }

  private ApiKey insert(Handle handle, MerchantId merchantId, NewApiKey key) {
    int count = store.countUnderLock(handle, merchantId);
    freezes.requireThawed(handle, RealmId.of(merchantId)); // under the lock that a freeze takes
    if (count >= MAX_KEYS) {
      throw new Rejection(CredentialError.TOO_MANY_KEYS, Message.of("keylimit", MAX_KEYS));
    }
    ApiKeyId id = new ApiKeyId(UuidV7.at(Instant.now()));
    return store.insert(handle, merchantId, id, key);
  }

  /**
   * Switches a key on or off or changes its limit or settings; refuses with 404 if there is none.
   *
   * @param idText the id as it appears in the path
   * @param owner the merchant that must own the key; null for the operator, who may change any key
   */
  public ApiKey change(
      String idText, @Nullable MerchantId owner, ApiKeyChange change, Actor actor) {
    ApiKey after =
        jdbi.inTransaction(
            handle -> {
              if (owner != null && !change.equals(ApiKeyChange.DEACTIVATE)) {
                store.lockOwner(handle, owner);
                freezes.requireThawed(handle, RealmId.of(owner));
              }
              return apply(handle, lock(handle, owner, idText), change, actor);
            });
    onChange.run();
    return after;
  }

  private ApiKey apply(Handle handle, ApiKey before, ApiKeyChange change, Actor actor) {
    ApiKey after = change.appliedTo(before);
    if (after.equals(before)) {
      return before;
    }
    if (!store.update(handle, before, after)) {
      throw new IllegalStateException("changed under its lock: " + before.id());
    }
    audit.record(
        handle, before.merchantId(), actor, "api_key.changed", before.summary(), after.summary());
    tellOfWebhooks(handle, before.settings().scopes(), after, actor);
    return after;
  }

  /** Tells the owners of a key that may change webhooks from now on. */
  private void tellOfWebhooks(Handle handle, KeyScopes before, ApiKey key, Actor actor) {
    KeyScope scope = KeyScope.WEBHOOKS_WRITE;
    if (key.settings().scopes().includes(scope) && !before.includes(scope)) {
      audit.record(
          handle, key.merchantId(), actor, "api_key.webhooks_allowed", null, key.summary());
    }
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
    ApiKey old = lock(handle, signedIn.merchantId(), idText);
    if (old.replacedBy() != null) {
      throw new Rejection(
          CredentialError.KEY_ALREADY_ROLLED, Message.of("rolled", old.replacedBy()));
    }
    if (old.settings().isExpired(Instant.now())) {
      throw new Rejection(CredentialError.KEY_EXPIRED, Message.of("keyexpired"));
    }
    NewApiKey pair = NewApiKey.random(old.settings(), old.limit(), testMode).active(old.active());
    ApiKey next = insert(handle, signedIn.merchantId(), pair);
    Instant end = store.replace(handle, old, next.id(), overlap);
    audit.record(
        handle,
        signedIn,
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
          ApiKey key = lock(handle, signedIn.merchantId(), id);
          store.delete(handle, key);
          audit.record(handle, signedIn, "api_key.deleted", key.summary(), null);
        });
    onChange.run();
  }

  private ApiKey lock(Handle handle, @Nullable MerchantId owner, String idText) {
    ApiKeyId id = ApiKeyId.parse(idText);
    ApiKey key = id == null ? null : store.lock(handle, owner, id);
    if (key == null) {
      throw notFound();
    }
    return key;
  }

  private static Rejection notFound() {
    return new Rejection(CredentialError.KEY_NOT_FOUND, Message.of("nokey"));
  }
}
