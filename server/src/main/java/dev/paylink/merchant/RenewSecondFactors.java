package dev.paylink.merchant;

import dev.paylink.platform.crypto.Vault;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Brings every authenticator's secret under the newest encryption key, so that an older one can
 * leave the configuration. A secret that no key opens stays as it is and is told in the log. Nodes
 * that do this at the same time wait for each other row by row, always in the same order.
 */
public final class RenewSecondFactors {
  private static final Logger LOG = System.getLogger(RenewSecondFactors.class.getName());
  private static final String LOCK_PAGE =
      """
      select merchant_id, user_id, secret from second_factor
       where (merchant_id, user_id) > (:merchantId, :userId)
         and substring(secret for :length) <> :prefix
       order by merchant_id, user_id limit :page for update
      """;
  private static final String UPDATE =
      """
      update second_factor set secret = :sealed
       where merchant_id = :merchantId and user_id = :userId
      """;
  private static final int PAGE = 200;
  private static final UUID BEFORE_ALL = new UUID(0, 0);

  private final Jdbi jdbi;
  private final Vault vault;
  private final SecondFactorStore store;

  public RenewSecondFactors(Jdbi jdbi, Vault vault) {
    this.jdbi = jdbi;
    this.vault = vault;
    this.store = new SecondFactorStore(vault);
  }

  private record Row(SecondFactorStore.Owner owner, byte[] sealed) {}

  /** Ends when no row is left that an older key has sealed and that can be opened. */
  public void handle() {
    if (!vault.hasOlderKeys()) {
      return;
    }
    int seen = 0;
    List<Row> page = List.of(row(BEFORE_ALL, BEFORE_ALL, new byte[0]));
    while (!page.isEmpty()) {
      Row last = page.getLast();
      page = jdbi.inTransaction(handle -> renewPage(handle, last));
      seen += page.size();
    }
    LOG.log(Level.INFO, "second factors found under an older encryption key: " + seen);
  }

  private List<Row> renewPage(Handle handle, Row last) {
    List<Row> rows =
        handle
            .createQuery(LOCK_PAGE)
            .bind("merchantId", last.owner.merchantId().value())
            .bind("userId", last.owner.userId().value())
            .bind("length", vault.currentPrefix().length)
            .bind("prefix", vault.currentPrefix())
            .bind("page", PAGE)
            .map(
                (row, context) ->
                    row(
                        row.getObject("merchant_id", UUID.class),
                        row.getObject("user_id", UUID.class),
                        row.getBytes("secret")))
            .list();
    rows.forEach(row -> renew(handle, row));
    return rows;
  }

  private void renew(Handle handle, Row row) {
    byte[] sealed;
    try {
      sealed = store.seal(row.owner, store.open(row.owner, row.sealed));
    } catch (IllegalStateException e) {
      LOG.log(Level.WARNING, e.getMessage());
      return;
    }
    int updated =
        handle
            .createUpdate(UPDATE)
            .bind("merchantId", row.owner.merchantId().value())
            .bind("userId", row.owner.userId().value())
            .bind("sealed", sealed)
            .execute();
    if (updated != 1) {
      throw new IllegalStateException("gone under its lock: " + row.owner);
    }
  }

  private static Row row(UUID merchantId, UUID userId, byte[] sealed) {
    return new Row(
        new SecondFactorStore.Owner(new MerchantId(merchantId), new UserId(userId)), sealed);
  }
}
