package dev.paylink.account.signin;

import dev.paylink.ids.RealmId;
import dev.paylink.ids.UserId;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Reseal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.Query;

/** Encrypts every authenticator's secret with the newest key. */
public final class RenewSecondFactors implements Reseal.Table<RenewSecondFactors.Row> {
  private static final UUID BEFORE_ALL = new UUID(0, 0);

  private final Jdbi jdbi;
  private final Vault vault;
  private final SecondFactorStore store;

  public RenewSecondFactors(Jdbi jdbi, Vault vault) {
    this.jdbi = jdbi;
    this.vault = vault;
    this.store = new SecondFactorStore(vault);
  }

  record Row(SecondFactorStore.Owner owner, byte[] sealed) {}

  public void handle() {
    Reseal.all(jdbi, vault, this);
  }

  @Override
  public String name() {
    return "second factors";
  }

  @Override
  public Row beforeAll() {
    return row(BEFORE_ALL, BEFORE_ALL, new byte[0]);
  }

  @Override
  public Query lockBehind(Handle handle, Row last) {
    return store.lockBehind(handle, last.owner);
  }

  @Override
  public Row read(ResultSet row) throws SQLException {
    return row(
        row.getObject("realm_id", UUID.class),
        row.getObject("user_id", UUID.class),
        row.getBytes("secret"));
  }

  @Override
  public boolean reseal(Handle handle, Row row) {
    return store.reseal(handle, row.owner, row.sealed);
  }

  private static Row row(UUID realm, UUID userId, byte[] sealed) {
    return new Row(new SecondFactorStore.Owner(new RealmId(realm), new UserId(userId)), sealed);
  }
}
