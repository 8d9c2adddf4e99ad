package dev.paylink.webhook.settings;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Reseal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Seals signing secrets under the newest encryption key. A previous secret that no key opens stays
 * as it is, and does not hold back the current one.
 */
public final class SealedWebhookStore implements Reseal.Table<SealedWebhookStore.Row> {
  private static final String LOCK_PAGE =
      """
      select merchant_id, scope, signing_secret, previous_secret from webhook
       where (merchant_id, scope) > (:merchantId, :scope)
         and (substring(signing_secret for :length) <> :prefix
              or substring(previous_secret for :length) <> :prefix)
       order by merchant_id, scope limit :page for update
      """;
  private static final String UPDATE =
      """
      update webhook set signing_secret = :sealed, previous_secret = :sealedPrevious
       where merchant_id = :merchantId and scope = :scope
      """;

  private final SealedSecrets secrets;

  public SealedWebhookStore(Vault vault) {
    this.secrets = new SealedSecrets(vault);
  }

  record Row(MerchantId merchantId, String scope, byte[] sealed, byte @Nullable [] previous) {}

  @Override
  public String name() {
    return "webhooks";
  }

  @Override
  public Row beforeAll() {
    return new Row(new MerchantId(new UUID(0, 0)), "", new byte[0], null);
  }

  @Override
  public Query lockBehind(Handle handle, Row last) {
    return handle
        .createQuery(LOCK_PAGE)
        .bind("merchantId", last.merchantId)
        .bind("scope", last.scope);
  }

  @Override
  public Row read(ResultSet row) throws SQLException {
    return new Row(
        new MerchantId(row.getObject("merchant_id", UUID.class)),
        row.getString("scope"),
        row.getBytes("signing_secret"),
        row.getBytes("previous_secret"));
  }

  @Override
  public boolean reseal(Handle handle, Row row) {
    MerchantId merchantId = row.merchantId;
    WebhookScope scope = WebhookScope.valueOf(row.scope);
    SigningSecret current = secrets.open(merchantId, scope, row.sealed);
    SigningSecret previous = secrets.openPrevious(merchantId, scope, row.previous);
    return handle
            .createUpdate(UPDATE)
            .bind("merchantId", merchantId)
            .bind("scope", row.scope)
            .bind("sealed", secrets.seal(merchantId, scope, current))
            .bind(
                "sealedPrevious",
                previous == null ? row.previous : secrets.seal(merchantId, scope, previous))
            .execute()
        == 1;
  }
}
