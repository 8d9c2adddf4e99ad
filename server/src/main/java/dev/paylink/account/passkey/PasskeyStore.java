package dev.paylink.account.passkey;

import dev.paylink.account.Person;
import dev.paylink.account.UserStore;
import dev.paylink.ids.PasskeyId;
import dev.paylink.ids.RealmId;
import dev.paylink.sdk.RequestSigner;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.Nested;
import org.jspecify.annotations.Nullable;

/**
 * Keeps users' passkeys, and which challenges were used. A challenge works once, even when requests
 * race.
 */
public final class PasskeyStore {
  private static final String OF_USER =
      """
      select id, name, created_at, last_used_at, credential_id from passkey
       where realm_id = :realm and user_id = :userId
       order by id limit :limit
      """;
  private static final String HAS_ANY =
      """
      select exists (select 1 from passkey
                      where realm_id = :realm and user_id = :userId
                        and created_at <= now() - make_interval(secs => :seconds))
      """;
  private static final String LOCK_USER =
      "select 1 from account_user where realm_id = :realm and id = :userId" + " for no key update";
  private static final String INSERT =
      """
      insert into passkey
             (realm_id, user_id, id, name, credential_id, public_key, signature_count)
      values (:realm, :userId, :id, :name, :credentialId, :publicKey, :count)
      on conflict (credential_id) do nothing
      """;
  // The user's row is the lock of all its passkeys: signing in and removing somebody take it too.
  private static final String LOCK =
      """
      select p.id, p.name, p.public_key, p.signature_count, p.created_at,
             p.realm_id as user_realm, p.user_id as user_user_id, u.email as user_email,
             coalesce(u.name, u.email) as user_name, u.password_hash as user_password_hash,
             role_now(u.role, u.pending_role, u.pending_role_from) as user_role
        from passkey p
        join account_user u on u.realm_id = p.realm_id and u.id = p.user_id
       where p.credential_id = :credentialId
         and role_now(u.role, u.pending_role, u.pending_role_from) <> 'removed'
         and u.email not like '%@released.invalid'
         for no key update of u
      """;
  private static final String USE =
      """
      update passkey set signature_count = :after, last_used_at = now()
       where realm_id = :realm and user_id = :userId and id = :id
         and signature_count = :before
      """;
  private static final String RENAME =
      """
      update passkey set name = :name
       where realm_id = :realm and user_id = :userId and id = :id
      """;
  private static final String DELETE =
      """
      delete from passkey
       where realm_id = :realm and user_id = :userId and id = :id
      returning name
      """;
  private static final String NAMES =
      """
      select name from passkey
       where realm_id = :realm and user_id = :userId order by id limit :limit
      """;
  private static final String DELETE_YOUNGER =
      """
      delete from passkey
       where realm_id = :realm and user_id = :userId
         and created_at > now() - make_interval(secs => :seconds)
      """;
  private static final String FORGET_CHALLENGES =
      "delete from used_challenge where realm_id = :realm and expires_at <= now()";
  private static final String USE_CHALLENGE =
      """
      insert into used_challenge (realm_id, challenge_hash, expires_at)
      values (:realm, :hash, now() + make_interval(secs => :seconds))
      on conflict (realm_id, challenge_hash) do nothing
      """;

  /** A passkey with its user. */
  record Key(
      PasskeyId id,
      String name,
      @Nested("user") UserStore.Login login,
      byte[] publicKey,
      long signatureCount,
      Instant createdAt) {}

  /** A user's passkey and the id that its authenticator gave it. */
  record Credential(@Nested Passkey passkey, byte[] credentialId) {}

  /** Returns the user's passkeys, oldest first. */
  List<Credential> ofUser(Handle handle, Person person) {
    return person
        .bindTo(handle.createQuery(OF_USER))
        .bind("limit", ManagePasskeys.MAX_PER_USER)
        .mapTo(Credential.class)
        .list();
  }

  /** Tells whether the user has a passkey that was added at least that long ago. */
  public boolean hasAny(Handle handle, Person person, Duration age) {
    return person
        .bindTo(handle.createQuery(HAS_ANY))
        .bind("seconds", age.toSeconds())
        .mapTo(Boolean.class)
        .one();
  }

  /** Returns the names of the user's passkeys, oldest first. */
  public List<String> names(Handle handle, Person person) {
    return person
        .bindTo(handle.createQuery(NAMES))
        .bind("limit", ManagePasskeys.MAX_PER_USER)
        .mapTo(String.class)
        .list();
  }

  /** Deletes the user's passkeys that were added later than that long ago. */
  public void deleteYounger(Handle handle, Person person, Duration age) {
    person.bindTo(handle.createUpdate(DELETE_YOUNGER)).bind("seconds", age.toSeconds()).execute();
  }

  /** Locks the user until the transaction ends. */
  void lockUser(Handle handle, Person person) {
    person.bindTo(handle.createQuery(LOCK_USER)).mapTo(Integer.class).one();
  }

  /** Inserts a passkey; false when its credential is registered already, for anybody. */
  boolean insert(
      Handle handle,
      Person person,
      Passkey passkey,
      byte[] credentialId,
      byte[] publicKey,
      long count) {
    return person
            .bindTo(handle.createUpdate(INSERT))
            .bind("id", passkey.id())
            .bind("name", passkey.name())
            .bind("credentialId", credentialId)
            .bind("publicKey", publicKey)
            .bind("count", count)
            .execute()
        == 1;
  }

  /** Returns the passkey and locks its user; null when it or the user is gone. */
  @Nullable Key lock(Handle handle, byte[] credentialId) {
    return handle
        .createQuery(LOCK)
        .bind("credentialId", credentialId)
        .mapTo(Key.class)
        .findOne()
        .orElse(null);
  }

  /** Notes a signature; false when another one was noted in between. */
  boolean use(Handle handle, Key key, long after) {
    return key.login()
            .bindTo(handle.createUpdate(USE))
            .bind("id", key.id())
            .bind("before", key.signatureCount())
            .bind("after", after)
            .execute()
        == 1;
  }

  /** Renames a passkey; false when the user has no such passkey. */
  boolean rename(Handle handle, Person person, PasskeyId id, String name) {
    return person.bindTo(handle.createUpdate(RENAME)).bind("id", id).bind("name", name).execute()
        == 1;
  }

  /** Deletes a passkey and returns its name; null when the user has no such passkey. */
  @Nullable String delete(Handle handle, Person person, PasskeyId id) {
    return person
        .bindTo(handle.createQuery(DELETE))
        .bind("id", id)
        .mapTo(String.class)
        .findOne()
        .orElse(null);
  }

  /** Uses up a challenge; false when it was used before. */
  public boolean useChallenge(Handle handle, RealmId realm, byte[] challenge, Duration lifetime) {
    handle.createUpdate(FORGET_CHALLENGES).bind("realm", realm).execute();
    return handle
            .createUpdate(USE_CHALLENGE)
            .bind("realm", realm)
            .bind("hash", RequestSigner.sha256(challenge))
            .bind("seconds", lifetime.toSeconds())
            .execute()
        == 1;
  }
}
