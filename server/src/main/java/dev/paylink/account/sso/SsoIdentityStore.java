package dev.paylink.account.sso;

import dev.paylink.account.Person;
import dev.paylink.account.UserStore;
import dev.paylink.ids.RealmId;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Keeps who each user is at the identity provider of the realm: issuer and subject, which stay when
 * the e-mail address changes, and which nobody inherits with an address.
 */
public final class SsoIdentityStore {
  private static final String FIND =
      """
      select u.realm_id as realm, u.id as user_id, u.email, coalesce(u.name, u.email) as name,
             u.password_hash, role_now(u.role, u.pending_role, u.pending_role_from) as role
        from sso_identity i
        join account_user u on u.realm_id = i.realm_id and u.id = i.user_id
       where i.subject = :subject and i.issuer = :issuer and i.realm_id = :realm
         and role_now(u.role, u.pending_role, u.pending_role_from) <> 'removed'
      """;
  private static final String OF_USER =
      """
      select subject from sso_identity
       where realm_id = :realm and user_id = :userId and issuer = :issuer
      """;
  // The subject of somebody who was removed can be a new user's.
  private static final String LINK =
      """
      insert into sso_identity (realm_id, issuer, subject, user_id)
      values (:realm, :issuer, :subject, :userId)
      on conflict (subject, issuer, realm_id) do update set user_id = excluded.user_id,
             linked_at = now()
       where exists (select 1 from account_user u
                      where u.realm_id = sso_identity.realm_id and u.id = sso_identity.user_id
                        and role_now(u.role, u.pending_role, u.pending_role_from) = 'removed')
      """;
  private static final String DELETE_ALL = "delete from sso_identity where realm_id = :realm";
  private static final String DELETE_OF_USER =
      "delete from sso_identity where user_id = :userId and realm_id = :realm";

  /** A person as a provider knows them. */
  record SsoIdentity(String issuer, String subject) {}

  /** Returns the user whom the provider knows as this person; null if there is none. */
  UserStore.@Nullable Login find(Handle handle, RealmId realm, SsoIdentity identity) {
    return handle
        .createQuery(FIND)
        .bind("realm", realm)
        .bind("issuer", identity.issuer)
        .bind("subject", identity.subject)
        .mapTo(UserStore.Login.class)
        .findOne()
        .orElse(null);
  }

  /** Tells whether the provider of this issuer knows the user. */
  public boolean isLinked(Handle handle, Person person, String issuer) {
    return subject(handle, person, issuer) != null;
  }

  /**
   * Links the user, whose row is locked, to this person; false if it is linked to another person of
   * the provider, or the person to another user.
   */
  boolean link(Handle handle, Person person, SsoIdentity identity) {
    String before = subject(handle, person, identity.issuer);
    return before == null
        ? person
                .bindTo(handle.createUpdate(LINK))
                .bind("issuer", identity.issuer)
                .bind("subject", identity.subject)
                .execute()
            == 1
        : before.equals(identity.subject);
  }

  private static @Nullable String subject(Handle handle, Person person, String issuer) {
    return person
        .bindTo(handle.createQuery(OF_USER))
        .bind("issuer", issuer)
        .mapTo(String.class)
        .findOne()
        .orElse(null);
  }

  /** Forgets all people of the realm's provider. */
  public void deleteAll(Handle handle, RealmId realm) {
    handle.createUpdate(DELETE_ALL).bind("realm", realm).execute();
  }

  /** Forgets who the user is at any provider. */
  public void delete(Handle handle, Person person) {
    person.bindTo(handle.createUpdate(DELETE_OF_USER)).execute();
  }
}
