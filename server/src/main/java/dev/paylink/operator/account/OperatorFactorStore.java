package dev.paylink.operator.account;

import dev.paylink.ids.OperatorId;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Reseal;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Keeps operators' authenticator secrets, encrypted for their own row, and the hashes of their
 * recovery codes. A step and a recovery code work once, even when requests race.
 */
final class OperatorFactorStore {
  private static final String BEGIN =
      """
      insert into operator_factor (operator_id, secret) values (:id, :secret)
      on conflict (operator_id) do update set secret = excluded.secret, last_step = 0
       where operator_factor.confirmed_at is null
      """;
  private static final String FIND =
      """
      select secret, confirmed_at is not null as confirmed from operator_factor
       where operator_id = :id
      """;
  private static final String USE_STEP =
      """
      update operator_factor set last_step = :step, confirmed_at = coalesce(confirmed_at, now())
       where operator_id = :id and last_step < :step
         and (confirmed_at is not null) = :confirmed
      """;
  private static final String INSERT_CODE =
      "insert into operator_recovery_code (operator_id, code_hash) values (:id, :hash)";
  private static final String USE_CODE =
      "delete from operator_recovery_code where code_hash = :hash and operator_id = :id";
  private static final String COUNT_CODES =
      "select count(*) from operator_recovery_code where operator_id = :id";
  private static final String DELETE_CODES =
      "delete from operator_recovery_code where operator_id = :id";
  private static final String DELETE = "delete from operator_factor where operator_id = :id";

  private static final String LOCK_PAGE =
      """
      select operator_id, secret from operator_factor
       where operator_id > :id and substring(secret for :length) <> :prefix
       order by operator_id limit :page for update
      """;
  private static final String RESEAL =
      "update operator_factor set secret = :sealed where operator_id = :id";

  private final Vault vault;

  OperatorFactorStore(Vault vault) {
    this.vault = vault;
  }

  /** An authenticator; it counts when it is confirmed. */
  record Factor(byte[] secret, boolean confirmed) {}

  /** Stores a secret in place of an unconfirmed one; false when a confirmed one exists. */
  boolean begin(Handle handle, OperatorId id, byte[] secret) {
    return handle
            .createUpdate(BEGIN)
            .bind("id", id)
            .bind("secret", vault.seal(secret, context(id)))
            .execute()
        == 1;
  }

  @Nullable Factor find(Handle handle, OperatorId id) {
    return handle
        .createQuery(FIND)
        .bind("id", id)
        .map(
            (row, context) ->
                new Factor(
                    vault.open(row.getBytes("secret"), context(id)), row.getBoolean("confirmed")))
        .findOne()
        .orElse(null);
  }

  /** Uses up a step; the first one confirms the factor. False when the step was used before. */
  boolean useStep(Handle handle, OperatorId id, long step, boolean confirmed) {
    return handle
            .createUpdate(USE_STEP)
            .bind("id", id)
            .bind("step", step)
            .bind("confirmed", confirmed)
            .execute()
        == 1;
  }

  /** Replaces all recovery codes. */
  void replaceRecoveryCodes(Handle handle, OperatorId id, List<byte[]> hashes) {
    handle.createUpdate(DELETE_CODES).bind("id", id).execute();
    PreparedBatch batch = handle.prepareBatch(INSERT_CODE);
    for (byte[] hash : hashes) {
      batch.bind("id", id).bind("hash", hash).add();
    }
    batch.execute();
  }

  /** Uses up a recovery code; false when there is no such code or it was used before. */
  boolean useRecoveryCode(Handle handle, OperatorId id, byte[] hash) {
    return handle.createUpdate(USE_CODE).bind("id", id).bind("hash", hash).execute() == 1;
  }

  int recoveryCodesLeft(Handle handle, OperatorId id) {
    return handle.createQuery(COUNT_CODES).bind("id", id).mapTo(Integer.class).one();
  }

  /** Deletes the factor and its recovery codes; false when there is none. */
  boolean delete(Handle handle, OperatorId id) {
    return handle.createUpdate(DELETE).bind("id", id).execute() == 1;
  }

  /** Locks the rows after the given one, as {@link Reseal.Table#lockBehind} describes. */
  Query lockBehind(Handle handle, OperatorId last) {
    return handle.createQuery(LOCK_PAGE).bind("id", last);
  }

  /** Encrypts the secret with the newest key; false when its row is gone. */
  boolean reseal(Handle handle, OperatorId id, byte[] sealed) {
    byte[] secret = vault.open(sealed, context(id));
    return handle
            .createUpdate(RESEAL)
            .bind("id", id)
            .bind("sealed", vault.seal(secret, context(id)))
            .execute()
        == 1;
  }

  private static String context(OperatorId id) {
    return "second factor of " + id;
  }
}
