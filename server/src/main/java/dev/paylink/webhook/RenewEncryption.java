package dev.paylink.webhook;

import dev.paylink.merchant.MerchantId;
import dev.paylink.platform.crypto.Vault;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Brings every signing secret under the newest encryption key, so that an older one can leave the
 * configuration. A secret that no key opens stays as it is and is told in the log. Nodes that do
 * this at the same time wait for each other row by row, always in the same order.
 */
public final class RenewEncryption {
  private static final Logger LOG = System.getLogger(RenewEncryption.class.getName());
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
  private static final int PAGE = 200;
  private static final Row BEFORE_ALL = new Row(new UUID(0, 0), "", new byte[0], null);

  private final Jdbi jdbi;
  private final Vault vault;
  private final SealedSecrets secrets;

  public RenewEncryption(Jdbi jdbi, Vault vault) {
    this.jdbi = jdbi;
    this.vault = vault;
    this.secrets = new SealedSecrets(vault);
  }

  private record Row(UUID merchantId, String scope, byte[] sealed, byte @Nullable [] previous) {}

  /** Ends when no row is left that an older key has sealed and that can be opened. */
  public void handle() {
    if (!vault.hasOlderKeys()) {
      return;
    }
    int seen = 0;
    List<Row> page = List.of(BEFORE_ALL);
    while (!page.isEmpty()) {
      Row last = page.getLast();
      page = jdbi.inTransaction(handle -> renewPage(handle, last));
      seen += page.size();
    }
    LOG.log(Level.INFO, "webhooks found under an older encryption key: " + seen);
  }

  private List<Row> renewPage(Handle handle, Row last) {
    List<Row> rows =
        handle
            .createQuery(LOCK_PAGE)
            .bind("merchantId", last.merchantId)
            .bind("scope", last.scope)
            .bind("length", vault.currentPrefix().length)
            .bind("prefix", vault.currentPrefix())
            .bind("page", PAGE)
            .map(
                (row, context) ->
                    new Row(
                        row.getObject("merchant_id", UUID.class),
                        row.getString("scope"),
                        row.getBytes("signing_secret"),
                        row.getBytes("previous_secret")))
            .list();
    rows.forEach(row -> renew(handle, row));
    return rows;
  }

  private void renew(Handle handle, Row row) {
    byte[] sealed;
    byte @Nullable [] previous;
    try {
      sealed = renewed(row, row.sealed);
      previous = row.previous == null ? null : renewed(row, row.previous);
    } catch (IllegalStateException e) {
      LOG.log(Level.WARNING, e.getMessage());
      return;
    }
    int updated =
        handle
            .createUpdate(UPDATE)
            .bind("merchantId", row.merchantId)
            .bind("scope", row.scope)
            .bind("sealed", sealed)
            .bind("sealedPrevious", previous)
            .execute();
    if (updated != 1) {
      throw new IllegalStateException("gone under its lock: " + row.scope + " " + row.merchantId);
    }
  }

  private byte[] renewed(Row row, byte[] sealed) {
    MerchantId merchantId = new MerchantId(row.merchantId);
    WebhookScope scope = WebhookScope.valueOf(row.scope);
    return secrets.seal(merchantId, scope, secrets.open(merchantId, scope, sealed));
  }
}
