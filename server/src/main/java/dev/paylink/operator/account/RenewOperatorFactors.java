package dev.paylink.operator.account;

import dev.paylink.ids.OperatorId;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Reseal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.Query;

/** Encrypts every operator's authenticator secret with the newest key. */
public final class RenewOperatorFactors implements Reseal.Table<RenewOperatorFactors.Row> {
  private final Jdbi jdbi;
  private final Vault vault;
  private final OperatorFactorStore store;

  public RenewOperatorFactors(Jdbi jdbi, Vault vault) {
    this.jdbi = jdbi;
    this.vault = vault;
    this.store = new OperatorFactorStore(vault);
  }

  record Row(OperatorId id, byte[] sealed) {}

  public void handle() {
    Reseal.all(jdbi, vault, this);
  }

  @Override
  public String name() {
    return "operators' second factors";
  }

  @Override
  public Row beforeAll() {
    return new Row(new OperatorId(new UUID(0, 0)), new byte[0]);
  }

  @Override
  public Query lockBehind(Handle handle, Row last) {
    return store.lockBehind(handle, last.id);
  }

  @Override
  public Row read(ResultSet row) throws SQLException {
    return new Row(
        new OperatorId(row.getObject("operator_id", UUID.class)), row.getBytes("secret"));
  }

  @Override
  public boolean reseal(Handle handle, Row row) {
    return store.reseal(handle, row.id, row.sealed);
  }
}
