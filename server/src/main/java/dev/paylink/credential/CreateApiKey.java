package dev.paylink.credential;

import dev.paylink.account.Actor;
import dev.paylink.ids.ApiKeyId;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.platform.language.Message;
import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Creates another API key for a merchant, up to {@link #MAX_KEYS}, even if the merchant sends two
 * requests at once. Only the hash of key and secret is stored.
 */
public final class CreateApiKey {
  static final int MAX_KEYS = 50;

  private final ApiKeyStore store = new ApiKeyStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final Runnable onChange;

  CreateApiKey(Jdbi jdbi, AuditLog audit, Runnable onChange) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.onChange = onChange;
  }

  /** Returns the stored key; refuses with 409 if the merchant has too many. */
  public ApiKey handle(MerchantId merchantId, NewApiKey key, Actor actor) {
    ApiKey stored =
        jdbi.inTransaction(
            handle -> {
              ApiKey inserted = insert(handle, merchantId, key);
              audit.record(handle, merchantId, actor, "api_key.created", null, inserted.summary());
              return inserted;
            });
    onChange.run();
    return stored;
  }

  /** Stores a key, without a trace in the audit log. */
  ApiKey insert(Handle handle, MerchantId merchantId, NewApiKey key) {
    if (store.countUnderLock(handle, merchantId) >= MAX_KEYS) {
      throw new Rejection(CredentialError.TOO_MANY_KEYS, Message.of("keylimit", MAX_KEYS));
    }
    ApiKeyId id = new ApiKeyId(UuidV7.at(Instant.now()));
    return store.insert(handle, merchantId, id, key);
  }
}
