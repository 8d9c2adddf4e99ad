package dev.paylink.account;

import dev.paylink.ids.RealmId;
import dev.paylink.ids.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the people of realms: in each kind of realm one user per e-mail address, in
 * lower case.
 */
public final class UserStore {
  /** More than any realm may have: see the rules of teams. */
  private static final int MOST_READ = 200;

  private static final String INSERT =
      """
      insert into account_user (realm_id, id, email, name, role, password_hash)
      values (:realm, :userId, :email, :name, :role, :passwordHash)
      on conflict (email, (realm_id = '00000000-0000-0000-0000-000000000001')) do nothing
      """;
  private static final String INVITED =
      """
      update account_user set invited_by = :invitedBy
       where realm_id = :realm and id = :userId
      """;
  private static final String BY_EMAIL =
      """
      select realm_id as realm, id as user_id, email, coalesce(name, email) as name, password_hash,
             role_now(role, pending_role, pending_role_from) as role
        from account_user
       where email = :email
         and (realm_id = '00000000-0000-0000-0000-000000000001') = :instance
         and role_now(role, pending_role, pending_role_from) <> 'removed'
      """;
  private static final String LOCK_LOGIN =
      """
      select 1 from account_user
       where realm_id = :realm and id = :userId and password_hash = :passwordHash
         for no key update
      """;
  private static final String UPDATE_PASSWORD =
      """
      update account_user set password_hash = :after
       where realm_id = :realm and id = :userId and password_hash = :before
      """;
  private static final String TEAM =
      """
      select u.id, u.email, coalesce(u.name, u.email) as name, u.created_at,
             f.confirmed_at is not null
               or exists (select 1 from passkey p
                           where p.realm_id = u.realm_id and p.user_id = u.id) as two_factor,
             role_now(u.role, u.pending_role, u.pending_role_from) as role,
             case when u.pending_role_from > now() then u.pending_role end as pending_role,
             u.pending_role_from
        from account_user u
        left join second_factor f on f.realm_id = u.realm_id and f.user_id = u.id
       where u.realm_id = :realm
         and role_now(u.role, u.pending_role, u.pending_role_from) <> 'removed'
       order by u.created_at, u.id limit :limit
      """;
  private static final String UPDATE_ROLE =
      """
      update account_user
         set role = :after, role_since = now(), pending_role = null, pending_role_from = null
       where realm_id = :realm and id = :userId
         and role_now(role, pending_role, pending_role_from) = :before
      """;
  // An announced role that has taken effect becomes the role, before another one takes its place.
  private static final String ANNOUNCE_ROLE =
      """
      update account_user
         set role = role_now(role, pending_role, pending_role_from),
             role_since = case when pending_role_from <= now() then pending_role_from
                               else role_since end,
             pending_role = :pending, pending_role_from = now() + make_interval(secs => :seconds)
       where realm_id = :realm and id = :userId
         and role_now(role, pending_role, pending_role_from) = :before
      returning pending_role_from
      """;
  private static final String CALL_OFF_ROLE =
      """
      update account_user set pending_role = null, pending_role_from = null
       where realm_id = :realm and id = :userId and pending_role_from > now()
      """;
  private static final String CALL_OFF_ROLES =
      """
      update account_user set pending_role = null, pending_role_from = null
       where realm_id = :realm and pending_role_from > now()
      """;
  private static final String LEAVING_UNTIL =
      """
      select max(pending_role_from) from account_user
       where realm_id = :realm and pending_role_from > now() and pending_role <> 'owner'
      """;
  // Of all realms: only a sandbox lets time pass.
  private static final String PASS_TIME =
      """
      update account_user set pending_role_from = pending_role_from - make_interval(secs => :seconds)
       where pending_role_from > now()
      """;
  private static final String DELETE_GONE =
      """
      delete from account_user
       where email = :email
         and (realm_id = '00000000-0000-0000-0000-000000000001') = :instance
         and role_now(role, pending_role, pending_role_from) = 'removed'
      """;
  private static final String DELETE =
      "delete from account_user where realm_id = :realm and id = :userId";

  private static final String IS_PROVEN =
      """
      select proven_at is not null from account_user
       where realm_id = :realm and id = :userId
      """;
  private static final String PROVE =
      """
      update account_user set proven_at = now()
       where realm_id = :realm and id = :userId and proven_at is null
      returning role_now(role, pending_role, pending_role_from)
      """;
  private static final String RELEASE =
      """
      update account_user set email = :released, password_hash = :passwordHash
       where realm_id = :realm and id = :userId and proven_at is null
      """;

  private static final String EMAILS_OF_ROLE =
      """
      select email from account_user
       where realm_id = :realm and email not like '%@released.invalid'
         and role_now(role, pending_role, pending_role_from) = :role
       order by created_at, id limit :most
      """;

  private static final String PROVEN_EMAILS_OF_ROLE =
      """
      select email from account_user
       where realm_id = :realm and proven_at is not null
         and role_now(role, pending_role, pending_role_from) = :role
       order by created_at, id limit :most
      """;
  private static final String UNPROVEN =
      """
      select email from account_user
       where email = any(:emails)
         and (realm_id = '00000000-0000-0000-0000-000000000001') = :instance
         and proven_at is null
      """;

  private static final String LOCK_ALL =
      """
      select id from account_user where realm_id = :realm order by id limit :limit for update
      """;

  /** What signing in needs to know; the hash is in PHC format. */
  public record Login(
      RealmId realm, UserId userId, String email, String name, String role, String passwordHash)
      implements Person {
    /** Makes the login of a new user who is not asked for a name. */
    public static Login unnamed(RealmId realm, String email, String role, String passwordHash) {
      return new Login(realm, UserId.next(), email, email, role, passwordHash);
    }

    /** Returns the same login in another role. */
    public Login withRole(String other) {
      return new Login(realm, userId, email, name, other, passwordHash);
    }
  }

  /** Brings announced roles nearer, as if that time had passed. */
  public void passTime(Handle handle, Duration passed) {
    handle.createUpdate(PASS_TIME).bind("seconds", passed.toSeconds()).execute();
  }

  /** Inserts a user; false when the e-mail address is taken. A removed user's gets free here. */
  public boolean insert(Handle handle, Login login) {
    handle
        .createUpdate(DELETE_GONE)
        .bind("email", login.email)
        .bind("instance", login.realm.isInstance())
        .execute();
    return login
            .bindTo(handle.createUpdate(INSERT))
            .bind("email", login.email)
            .bind("name", login.name.equals(login.email) ? null : login.name)
            .bind("role", login.role)
            .bind("passwordHash", login.passwordHash)
            .execute()
        == 1;
  }

  /** Notes by whose invitation the user has joined. */
  public void invited(Handle handle, Person person, String invitedBy) {
    person.bindTo(handle.createUpdate(INVITED)).bind("invitedBy", invitedBy).execute();
  }

  public @Nullable Login findByEmail(Handle handle, RealmKind kind, String email) {
    return handle
        .createQuery(BY_EMAIL)
        .bind("email", email)
        .bind("instance", kind.isInstance())
        .mapTo(Login.class)
        .findOne()
        .orElse(null);
  }

  /** Locks the user; false when it is gone or its password has changed since it was checked. */
  public boolean lock(Handle handle, Login login) {
    return login
        .bindTo(handle.createQuery(LOCK_LOGIN))
        .bind("passwordHash", login.passwordHash())
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /** Replaces the password; false when it has changed since it was checked. */
  public boolean updatePassword(Handle handle, Login login, String after) {
    return login
            .bindTo(handle.createUpdate(UPDATE_PASSWORD))
            .bind("before", login.passwordHash())
            .bind("after", after)
            .execute()
        == 1;
  }

  /** Returns the users of a realm, oldest first. */
  public List<User> all(Handle handle, RealmId realm) {
    return handle
        .createQuery(TEAM)
        .bind("realm", realm)
        .bind("limit", MOST_READ)
        .map(row -> user(row))
        .list();
  }

  /** Locks all users of a realm, so that nobody else changes who they are, and returns them. */
  public List<User> lockAll(Handle handle, RealmId realm) {
    handle
        .createQuery(LOCK_ALL)
        .bind("realm", realm)
        .bind("limit", MOST_READ)
        .mapTo(UserId.class)
        .list();
    return all(handle, realm);
  }

  /** Returns the e-mail addresses of those with this role, oldest user first. */
  public List<String> emails(Handle handle, RealmId realm, String role) {
    return handle
        .createQuery(EMAILS_OF_ROLE)
        .bind("realm", realm)
        .bind("role", role)
        .bind("most", MOST_READ)
        .mapTo(String.class)
        .list();
  }

  /** Returns the addresses of those with this role who have proven theirs, oldest user first. */
  public List<String> provenEmails(Handle handle, RealmId realm, String role) {
    return handle
        .createQuery(PROVEN_EMAILS_OF_ROLE)
        .bind("realm", realm)
        .bind("role", role)
        .bind("most", MOST_READ)
        .mapTo(String.class)
        .list();
  }

  /** Returns those of the addresses that have an account whose user has not proven them. */
  public List<String> unproven(Handle handle, RealmKind kind, Collection<String> emails) {
    return handle
        .createQuery(UNPROVEN)
        .bindArray("emails", String.class, emails)
        .bind("instance", kind.isInstance())
        .mapTo(String.class)
        .list();
  }

  /** Changes the role; false when the user no longer has the earlier one. */
  public boolean updateRole(Handle handle, RealmId realm, User before, String after) {
    return handle
            .createUpdate(UPDATE_ROLE)
            .bind("realm", realm)
            .bind("userId", before.id())
            .bind("before", before.role())
            .bind("after", after)
            .execute()
        == 1;
  }

  /**
   * Announces that a user leaves or gets another role after the delay. Returns from when on.
   *
   * @param before the role of now
   * @param role null when the user leaves
   */
  public PendingRole announce(
      Handle handle, Person person, String before, @Nullable String role, Duration delay) {
    PendingRole wish = new PendingRole(role, Instant.EPOCH);
    Instant from =
        person
            .bindTo(handle.createQuery(ANNOUNCE_ROLE))
            .bind("before", before)
            .bind("pending", wish.name())
            .bind("seconds", delay.toSeconds())
            .mapTo(Instant.class)
            .one();
    return new PendingRole(role, from);
  }

  /** Cancels the scheduled change of a user; false when nothing is, or it took effect. */
  public boolean callOffRole(Handle handle, Person person) {
    return person.bindTo(handle.createUpdate(CALL_OFF_ROLE)).execute() == 1;
  }

  /** Cancels all scheduled changes of users. */
  public void callOffRoles(Handle handle, RealmId realm) {
    handle.createUpdate(CALL_OFF_ROLES).bind("realm", realm).execute();
  }

  /** Returns until when the last owner who will be removed or demoted stays; null when none is. */
  public @Nullable Instant leavingUntil(Handle handle, RealmId realm) {
    return handle
        .createQuery(LEAVING_UNTIL)
        .bind("realm", realm)
        .map(row -> row.getColumn(1, Instant.class))
        .one();
  }

  /** Deletes a user with its sessions, devices and second factor; false when there is none. */
  public boolean delete(Handle handle, Person person) {
    return person.bindTo(handle.createUpdate(DELETE)).execute() == 1;
  }

  /** Tells whether the user has proven its address. */
  public boolean isProven(Handle handle, Person person) {
    return person
        .bindTo(handle.createQuery(IS_PROVEN))
        .mapTo(Boolean.class)
        .findOne()
        .orElse(false);
  }

  /**
   * Notes that the user reads the mail of its address. Returns its role; null when that was known.
   */
  public @Nullable String prove(Handle handle, Person person) {
    return person.bindTo(handle.createQuery(PROVE)).mapTo(String.class).findOne().orElse(null);
  }

  /**
   * Takes an address that was never proven away from its user, who cannot sign in any more; false
   * when it is proven. The user stays, for the operator to see.
   */
  public boolean release(Handle handle, Person person, String passwordHash) {
    return person
            .bindTo(handle.createUpdate(RELEASE))
            .bind("released", person.userId() + "@released.invalid")
            .bind("passwordHash", passwordHash)
            .execute()
        == 1;
  }

  private static @Nullable PendingRole pending(RowView row) {
    String name = row.getColumn("pending_role", String.class);
    return name == null
        ? null
        : PendingRole.of(name, row.getColumn("pending_role_from", Instant.class));
  }

  private static User user(RowView row) {
    return new User(
        row.getColumn("id", UserId.class),
        row.getColumn("email", String.class),
        row.getColumn("name", String.class),
        row.getColumn("role", String.class),
        row.getColumn("two_factor", Boolean.class),
        row.getColumn("created_at", Instant.class),
        pending(row));
  }
}
