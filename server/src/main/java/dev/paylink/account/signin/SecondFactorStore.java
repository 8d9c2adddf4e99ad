package dev.paylink.account.signin;

import dev.paylink.account.Member;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.UserId;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Reseal;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * Keeps users' authenticator secrets, encrypted for their own row, and the hashes of their recovery
 * codes. A step and a recovery code work once, even when requests race.
 */
public final class SecondFactorStore {
  private static final String BEGIN =
      """
      insert into second_factor (realm_id, user_id, secret)
      values (:realm, :userId, :secret)
      on conflict (realm_id, user_id) do update set secret = excluded.secret, last_step = 0
       where second_factor.confirmed_at is null
      """;
  private static final String FIND =
      """
      select secret, confirmed_at is not null as confirmed from second_factor
       where realm_id = :realm and user_id = :userId
      """;
  private static final String USE_STEP =
      """
      update second_factor set last_step = :step, confirmed_at = coalesce(confirmed_at, now())
       where realm_id = :realm and user_id = :userId and last_step < :step
         and (confirmed_at is not null) = :confirmed
      """;
  private static final String INSERT_CODE =
      """
      insert into recovery_code (realm_id, user_id, code_hash)
      values (:realm, :userId, :hash)
      """;
  private static final String USE_CODE =
      """
      delete from recovery_code
       where realm_id = :realm and user_id = :userId and code_hash = :hash
      """;
  private static final String COUNT_CODES =
      "select count(*) from recovery_code where realm_id = :realm and user_id = :userId";
  private static final String DELETE_CODES =
      "delete from recovery_code where realm_id = :realm and user_id = :userId";
  private static final String DELETE =
      "delete from second_factor where realm_id = :realm and user_id = :userId";

  private static final String LOCK_PAGE =
      """
      select realm_id, user_id, secret from second_factor
       where (realm_id, user_id) > (:realm, :userId)
         and substring(secret for :length) <> :prefix
       order by realm_id, user_id limit :page for update
      """;
  private static final String RESEAL =
      """
      update second_factor set secret = :sealed
       where realm_id = :realm and user_id = :userId
      """;

  private final Vault vault;

  public SecondFactorStore(Vault vault) {
    this.vault = vault;
  }

  /** An authenticator; it counts when it is confirmed. */
  record Factor(byte[] secret, boolean confirmed) {}

  /** The user whose second factor it is. */
  record Owner(RealmId realm, UserId userId) {
    static Owner of(Member member) {
      return new Owner(member.realm(), member.userId());
    }
  }

  /** Stores a secret in place of an unconfirmed one; false when a confirmed one exists. */
  boolean begin(Handle handle, Owner owner, byte[] secret) {
    return of(handle.createUpdate(BEGIN), owner).bind("secret", seal(owner, secret)).execute() == 1;
  }

  @Nullable Factor find(Handle handle, Owner owner) {
    return of(handle.createQuery(FIND), owner)
        .map(
            (row, context) ->
                new Factor(open(owner, row.getBytes("secret")), row.getBoolean("confirmed")))
        .findOne()
        .orElse(null);
  }

  /** Uses up a step; the first one confirms the factor. False when the step was used before. */
  boolean useStep(Handle handle, Owner owner, long step, boolean confirmed) {
    return of(handle.createUpdate(USE_STEP), owner)
            .bind("step", step)
            .bind("confirmed", confirmed)
            .execute()
        == 1;
  }

  void insertRecoveryCodes(Handle handle, Owner owner, List<byte[]> hashes) {
    PreparedBatch batch = handle.prepareBatch(INSERT_CODE);
    for (byte[] hash : hashes) {
      of(batch, owner).bind("hash", hash).add();
    }
    batch.execute();
  }

  void deleteRecoveryCodes(Handle handle, Owner owner) {
    of(handle.createUpdate(DELETE_CODES), owner).execute();
  }

  /** Uses up a recovery code; false when there is no such code or it was used before. */
  boolean useRecoveryCode(Handle handle, Owner owner, byte[] hash) {
    return of(handle.createUpdate(USE_CODE), owner).bind("hash", hash).execute() == 1;
  }

  int recoveryCodesLeft(Handle handle, Owner owner) {
    return of(handle.createQuery(COUNT_CODES), owner).mapTo(Integer.class).one();
  }

  /** Deletes the factor and its recovery codes; false when there is none. */
  boolean delete(Handle handle, Owner owner) {
    return of(handle.createUpdate(DELETE), owner).execute() == 1;
  }

  /** Locks the rows after the given one, as {@link Reseal.Table#lockBehind} describes. */
  Query lockBehind(Handle handle, Owner last) {
    return of(handle.createQuery(LOCK_PAGE), last);
  }

  /** Encrypts the secret with the newest key; false when its row is gone. */
  boolean reseal(Handle handle, Owner owner, byte[] sealed) {
    return of(handle.createUpdate(RESEAL), owner)
            .bind("sealed", seal(owner, open(owner, sealed)))
            .execute()
        == 1;
  }

  private byte[] seal(Owner owner, byte[] secret) {
    return vault.seal(secret, context(owner));
  }

  private byte[] open(Owner owner, byte[] sealed) {
    return vault.open(sealed, context(owner));
  }

  private static <T extends SqlStatement<T>> T of(T statement, Owner owner) {
    return statement.bind("realm", owner.realm).bind("userId", owner.userId);
  }

  private static String context(Owner owner) {
    return "second factor of " + owner.realm + ' ' + owner.userId;
  }
}
