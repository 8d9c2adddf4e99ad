package dev.paylink.account.signin;

import dev.paylink.account.Person;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.UserId;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Reseal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Keeps users' authenticator secrets, encrypted for their own row, and the hashes of their recovery
 * codes. A step and a recovery code work once, even when requests race.
 */
public final class SecondFactorStore implements Reseal.Table<SecondFactorStore.Row> {
  private static final String BEGIN =
      """
      insert into second_factor (realm_id, user_id, secret)
      values (:realm, :userId, :secret)
      on conflict (realm_id, user_id) do update set secret = excluded.secret, last_step = 0
       where second_factor.confirmed_at is null
      """;
  private static final String FIND =
      """
      select secret,
             coalesce(confirmed_at <= now() - make_interval(secs => :seconds), false) as confirmed
        from second_factor
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
  private static final String DELETE_YOUNGER =
      """
      delete from second_factor
       where realm_id = :realm and user_id = :userId
         and confirmed_at > now() - make_interval(secs => :seconds)
      """;

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

  /** A stored secret, as it is encrypted. */
  record Row(Person owner, byte[] sealed) {}

  /** Stores a secret in place of an unconfirmed one; false when a confirmed one exists. */
  boolean begin(Handle handle, Person owner, byte[] secret) {
    return owner.bindTo(handle.createUpdate(BEGIN)).bind("secret", seal(owner, secret)).execute()
        == 1;
  }

  /**
   * Returns the authenticator of a user; null when there is none.
   *
   * @param age how long ago it must have been confirmed to count as confirmed
   */
  @Nullable Factor find(Handle handle, Person owner, Duration age) {
    return owner
        .bindTo(handle.createQuery(FIND))
        .bind("seconds", age.toSeconds())
        .map(
            (row, context) ->
                new Factor(open(owner, row.getBytes("secret")), row.getBoolean("confirmed")))
        .findOne()
        .orElse(null);
  }

  /** Uses up a step; the first one confirms the factor. False when the step was used before. */
  boolean useStep(Handle handle, Person owner, long step, boolean confirmed) {
    return owner
            .bindTo(handle.createUpdate(USE_STEP))
            .bind("step", step)
            .bind("confirmed", confirmed)
            .execute()
        == 1;
  }

  void insertRecoveryCodes(Handle handle, Person owner, List<byte[]> hashes) {
    PreparedBatch batch = handle.prepareBatch(INSERT_CODE);
    for (byte[] hash : hashes) {
      owner.bindTo(batch).bind("hash", hash).add();
    }
    batch.execute();
  }

  void deleteRecoveryCodes(Handle handle, Person owner) {
    owner.bindTo(handle.createUpdate(DELETE_CODES)).execute();
  }

  /** Uses up a recovery code; false when there is no such code or it was used before. */
  boolean useRecoveryCode(Handle handle, Person owner, byte[] hash) {
    return owner.bindTo(handle.createUpdate(USE_CODE)).bind("hash", hash).execute() == 1;
  }

  int recoveryCodesLeft(Handle handle, Person owner) {
    return owner.bindTo(handle.createQuery(COUNT_CODES)).mapTo(Integer.class).one();
  }

  /** Deletes the factor and its recovery codes; false when there is none. */
  boolean delete(Handle handle, Person owner) {
    return owner.bindTo(handle.createUpdate(DELETE)).execute() == 1;
  }

  /** Deletes a factor that was confirmed later than that long ago, and its recovery codes. */
  void deleteYounger(Handle handle, Person owner, Duration age) {
    owner.bindTo(handle.createUpdate(DELETE_YOUNGER)).bind("seconds", age.toSeconds()).execute();
  }

  @Override
  public String name() {
    return "second factors";
  }

  @Override
  public Row beforeAll() {
    UUID first = new UUID(0, 0);
    return new Row(Person.of(new RealmId(first), new UserId(first)), new byte[0]);
  }

  @Override
  public Query lockBehind(Handle handle, Row last) {
    return last.owner.bindTo(handle.createQuery(LOCK_PAGE));
  }

  @Override
  public Row read(ResultSet row) throws SQLException {
    return new Row(
        Person.of(
            new RealmId(row.getObject("realm_id", UUID.class)),
            new UserId(row.getObject("user_id", UUID.class))),
        row.getBytes("secret"));
  }

  @Override
  public boolean reseal(Handle handle, Row row) {
    return row.owner
            .bindTo(handle.createUpdate(RESEAL))
            .bind("sealed", seal(row.owner, open(row.owner, row.sealed)))
            .execute()
        == 1;
  }

  private byte[] seal(Person owner, byte[] secret) {
    return vault.seal(secret, context(owner));
  }

  private byte[] open(Person owner, byte[] sealed) {
    return vault.open(sealed, context(owner));
  }

  private static String context(Person owner) {
    return "second factor of " + owner.realm() + ' ' + owner.userId();
  }
}
