package dev.paylink.credential;

import dev.paylink.account.Actor;
import dev.paylink.ids.ApiKeyId;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Switches a key on or off or changes its limit or settings. The change is in force when the
 * response is sent. A merchant cannot distinguish another merchant's key from one that does not
 * exist.
 */
public final class ChangeApiKey {
  private final ApiKeyStore store = new ApiKeyStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final Runnable onChange;

  ChangeApiKey(Jdbi jdbi, AuditLog audit, Runnable onChange) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.onChange = onChange;
  }

  /**
   * Returns the changed key; refuses with 404 if there is none.
   *
   * @param idText the id as it appears in the path
   * @param owner the merchant that must own the key; null for the operator, who may change any key
   */
  public ApiKey handle(
      String idText, @Nullable MerchantId owner, ApiKeyChange change, Actor actor) {
    ApiKeyId id = ApiKeyId.parse(idText);
    if (id == null) {
      throw notFound();
    }
    ApiKey after = jdbi.inTransaction(handle -> apply(handle, id, owner, change, actor));
    onChange.run();
    return after;
  }

  private ApiKey apply(
      Handle handle, ApiKeyId id, @Nullable MerchantId owner, ApiKeyChange change, Actor actor) {
    ApiKey before = store.lock(handle, owner, id);
    if (before == null) {
      throw notFound();
    }
    ApiKey after = change.appliedTo(before);
    if (after.equals(before)) {
      return before;
    }
    if (!store.update(handle, before, after)) {
      throw new IllegalStateException("changed under its lock: " + id);
    }
    audit.record(
        handle, before.merchantId(), actor, "api_key.changed", before.summary(), after.summary());
    return after;
  }

  static Rejection notFound() {
    return new Rejection(CredentialError.KEY_NOT_FOUND, Message.of("nokey"));
  }
}
